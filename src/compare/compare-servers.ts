import type { Server } from "#model";
import { orderOfVersions } from "#format";
import type { ChangeSubject } from "#report";
import { listSome, printJson, valueOf } from "#text";
import { compareBindings } from "./compare-bindings.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareWords, ENTITY_WORDS } from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import type { Matches } from "./match.ts";
import { addressOf } from "./match.ts";
import { capital, quoted, serverName, byPosition } from "./names.ts";

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
  if (comparison.areSame(old.node, now.node) && !hasSecurity(old) && !hasSecurity(now)) return;
  compareAddress(old, now, comparison);
  compareVersion(old, now, comparison);
  compareVariables(old, now, comparison);
  const subject = subjectOf(now);
  const what = serverName(now);
  compareSecurity(old, now, { what, subject }, comparison);
  compareBindings(old.bindings, now.bindings, { what, subject, directions: [], place: now.node, oldPlace: old.node }, comparison);
  compareWords(old, now, { what, subject, fields: ENTITY_WORDS }, comparison);
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
  const after = byPosition(now.address, now.variables);
  byPosition(old.address, old.variables).forEach((variable, at) => {
    const other = after[at];
    if (!variable || !other) return;
    const values = other.enum.map((each) => printJson(each));
    const lost = variable.enum.map((each) => printJson(each)).filter((value) => !values.includes(value));
    const isBreaking = values.length > 0 && (variable.enum.length === 0 || lost.length > 0);
    if (!isBreaking && variable.enum.length === other.enum.length) return;
    const message = isBreaking
      ? `The variable ${quoted(other.name)} of ${serverName(now)} takes fewer values: ${lost.length > 0 ? `no longer ${listSome(lost, 5)}` : `only ${listSome(values, 5)}`}.`
      : `The variable ${quoted(other.name)} of ${serverName(now)} takes more values.`;
    comparison.add({
      code: "change/server",
      verdict: isBreaking ? "breaking" : "compatible",
      affects: "all",
      message,
      subject: subjectOf(now),
      old: variable.node,
      new: other.node,
    });
  });
}
