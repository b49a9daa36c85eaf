/** Compares servers. */
import { namesInBraces, orderOfVersions } from "#format";
import type { Server, ServerVariable } from "#model";
import type { Node } from "#text";
import { listSome, valueOf } from "#text";
import type { ChangeSubject, ChangeVerdict } from "../report/index.ts";
import { compareBindings } from "./compare-bindings.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareWords } from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import type { FilledPlace } from "./stated-values.ts";
import { compareDefaults, compareValues } from "./stated-values.ts";
import type { Matches } from "./match.ts";
import { addressOf } from "./match.ts";
import { byPosition, capital, comparePairs, isReordered, quoted, serverName, unfilled } from "./subject-names.ts";

/** The fields of a server that are compared by what they mean. */
const JUDGED = ["url", "host", "pathname", "protocol", "protocolVersion", "variables", "security", "bindings"];

function subjectOf({ id }: Server): ChangeSubject {
  return { kind: "server", id };
}

/** Reports the changes in servers. */
export function compareServers({ pairs, removed, added }: Matches<Server>, comparison: Comparison): void {
  const within = valueOf(comparison.new.api.node, "servers");
  for (const server of removed) {
    const message = `${capital(serverName(server))} (${server.address}) is gone.`;
    comparison.add({
      code: "change/server",
      verdict: "breaking",
      affects: "all",
      message,
      subject: subjectOf(server),
      old: server.node,
      within,
    });
  }
  for (const server of added) {
    const message = `${capital(serverName(server))} (${server.address}) is new.`;
    comparison.add({ code: "change/server", verdict: "compatible", message, subject: subjectOf(server), new: server.node });
  }
  for (const [old, now] of pairs) {
    const about = { code: "change/server", what: serverName(now), subject: subjectOf(now), old: old.node, new: now.node } as const;
    comparison.attempt(about, () => compareServer(old, now, comparison));
  }
}

function compareServer(old: Server, now: Server, comparison: Comparison): void {
  if (old.id === now.id && comparison.areSame(old.node, now.node) && !hasSecurity(old) && !hasSecurity(now)) return;
  compareAddress(old, now, comparison);
  if (old.id !== now.id) compareKeys(old, now, comparison);
  compareVersion(old, now, comparison);
  compareVariables(old, now, comparison);
  const subject = subjectOf(now);
  const what = serverName(now);
  compareSecurity(old, now, { what, subject }, comparison);
  compareBindings(old.bindings, now.bindings, { what, subject, directions: [], place: now.node, oldPlace: old.node }, comparison);
  compareWords(old, now, { what, subject, judged: JUDGED }, comparison);
}

function hasSecurity({ security = [] }: Server): boolean {
  return security.length > 0;
}

function compareAddress(old: Server, now: Server, comparison: Comparison): void {
  const [before, after] = [addressOf(old), addressOf(now)];
  const changed = (["protocol", "host", "path"] as const).filter((part) => before[part] !== after[part]);
  if (changed.length === 0) return;
  const wasAndIs = (what: string, one: string, other: string): string => `its ${what} was ${quoted(one)} and is ${quoted(other)}`;
  const said = [
    ...(changed.includes("protocol") ? [wasAndIs("protocol", before.protocol, after.protocol)] : []),
    ...(changed.some((part) => part !== "protocol") ? [wasAndIs("address", old.address, now.address)] : []),
  ].join(", ");
  const message = `${capital(serverName(now))} moved: ${said}.`;
  const placeOf = (server: Server) => server.url ?? server.host ?? server.node;
  comparison.add({
    code: "change/server",
    verdict: "breaking",
    affects: "all",
    message,
    subject: subjectOf(now),
    old: placeOf(old),
    new: placeOf(now),
  });
}

/** Reports a key that both versions have and that now names another server. A key that is new or gone is no change. */
function compareKeys(old: Server, now: Server, comparison: Comparison): void {
  const other = comparison.new.api.servers.find(({ id }) => id === old.id);
  if (!other || !comparison.old.api.servers.some(({ id }) => id === now.id)) return;
  const message = `${capital(serverName(old))} was ${old.address} and is ${other.address}: whoever goes by its name meets another server.`;
  comparison.add({
    code: "change/server",
    verdict: "unknown",
    affects: "all",
    message,
    subject: subjectOf(other),
    old: old.node,
    new: other.node,
  });
}

function compareVersion(old: Server, now: Server, comparison: Comparison): void {
  const [before, after] = [old.protocolVersion, now.protocolVersion];
  if (before?.value === after?.value) return;
  // If the versions cannot be ordered, it is unknown whether they are compatible.
  const isBreaking = before !== undefined && after !== undefined && (orderOfVersions(after.value, before.value) ?? -1) < 0;
  const message = `The protocol version of ${serverName(now)} was ${before?.value ?? "not stated"} and is ${after?.value ?? "not stated"}.`;
  comparison.add({
    code: "change/server",
    verdict: isBreaking ? "breaking" : "compatible",
    affects: "all",
    message,
    subject: subjectOf(now),
    old: before,
    new: after,
    within: now.node,
  });
}

/** Compares variables by their position in the address, whatever their names. */
function compareVariables(old: Server, now: Server, comparison: Comparison): void {
  const [names, others] = [namesInBraces(old.address), namesInBraces(now.address)];
  const subject = subjectOf(now);
  const add = (verdict: ChangeVerdict, message: string, places: { readonly old?: Node; readonly new?: Node }): void => {
    comparison.add({ code: "change/server", verdict, affects: "all", message, subject, within: now.node, ...places });
  };
  if (isReordered(names, others)) {
    add("breaking", `The variables of ${serverName(now)} are in another order: ${listSome(others.map(quoted), 5)}.`, {
      old: old.node,
      new: now.node,
    });
    return;
  }
  comparePairs(unfilled(old.variables, names), unfilled(now.variables, others), (one, other) => {
    const what = `variable ${quoted(other.name)}, which the address does not have`;
    compareWords(one, other, { what, subject, judged: [] }, comparison);
  });
  const [before, after] = [byPosition(old.address, old.variables), byPosition(now.address, now.variables)];
  names.forEach((name, at) => {
    const [variable, other] = [before[at], after[at]];
    const what = `The variable ${quoted(others[at] ?? name)} of ${serverName(now)}`;
    const places = { ...(variable ? { old: variable.node } : {}), ...(other ? { new: other.node } : {}) };
    if (variable && !other) add("unknown", `${what} is no longer described: its values are not known.`, places);
    else if (!variable && other) add(other.enum.length > 0 ? "unknown" : "compatible", `${what} is now described.`, places);
    else if (variable && other) {
      const [one, next] = [variable, other].map(filledIn);
      if (one && next)
        for (const { verdict, how } of [...compareValues(one, next), ...compareDefaults(one, next)])
          add(verdict, `${what} ${how}.`, places);
      compareWords(
        variable,
        other,
        { what: `variable ${quoted(other.name)} of ${serverName(now)}`, subject, judged: ["enum", "default"] },
        comparison,
      );
    }
  });
}

function filledIn({ enum: values, default: own }: ServerVariable): FilledPlace {
  return { values: values.length > 0 ? values : undefined, default: own };
}
