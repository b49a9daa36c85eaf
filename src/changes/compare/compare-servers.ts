/** Compares servers, security requirements and security schemes. */
import { namesInBraces, orderOfVersions } from "#format";
import type { Server, ServerVariable, SecurityRequirement, SecurityScheme } from "#model";
import { secretDefaults } from "#model";
import type { Node, Place } from "#text";
import { listSome, valueOf, plainText } from "#text";
import type { ChangeSubject, ChangeVerdict } from "../report/index.ts";
import { compareBindings } from "./compare-bindings.ts";
import {
  compareWords,
  byPosition,
  capital,
  comparePairs,
  isReordered,
  quoted,
  reportUnmatched,
  serverName,
  subjectOf,
  unfilled,
} from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import type { Matches } from "./match.ts";
import { addressOf } from "./match.ts";
import type { FilledPlace } from "./stated-values.ts";
import { compareDefaults, compareValues } from "./stated-values.ts";

/** The fields of a server that are compared by what they mean. */
const JUDGED = ["url", "host", "pathname", "protocol", "protocolVersion", "variables", "security", "bindings"];

const code = "change/server" as const;

/** Reports the changes in servers. */
export function compareServers(servers: Matches<Server>, comparison: Comparison): void {
  const nameOf = (server: Server): string => `${serverName(server)}${statesAddress(server) ? ` (${server.address})` : ""}`;
  reportUnmatched(servers, { code, nameOf }, valueOf(comparison.new.api.node, "servers"), comparison);
  for (const [old, now] of servers.pairs) {
    const about = { code, what: serverName(now), subject: subjectOf(now), old: old.node, new: now.node };
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
  compareBindings(old, now, { what, subject, directions: [] }, comparison);
  compareWords(old, now, { what, subject, judged: JUDGED }, comparison);
}

function hasSecurity({ security = [] }: Server): boolean {
  return security.length > 0;
}

function statesAddress({ url, host }: Server): boolean {
  const text = (url ?? host)?.value.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "") ?? "";
  return text.trim() !== "";
}

function compareAddress(old: Server, now: Server, comparison: Comparison): void {
  const [was, is] = [addressOf(old).protocol, addressOf(now).protocol];
  // If one version does not state the protocol, its default port is not another one.
  const endpointOf = ({ protocol, ...server }: Server, other: Server): string => {
    const { host, path } = addressOf({ ...server, protocol: protocol ?? other.protocol });
    return `${host} ${path}`;
  };
  const addressIn = (server: Server): string => (statesAddress(server) ? server.address : "");
  const parts = [
    { part: "protocol", differs: was !== is, earlier: was, later: is },
    { part: "address", differs: endpointOf(old, now) !== endpointOf(now, old), earlier: addressIn(old), later: addressIn(now) },
  ].filter(({ differs }) => differs);
  if (parts.length === 0) return;
  const stated = (text: string): string => (text === "" ? "not stated" : quoted(text));
  const said = parts.map(({ part, earlier, later }) => `its ${part} was ${stated(earlier)} and is ${stated(later)}`).join(", ");
  // Where one version says nothing, it may be the same.
  const isMoved = parts.some(({ earlier, later }) => earlier !== "" && later !== "");
  const name = serverName(now);
  const message = isMoved ? `${capital(name)} moved: ${said}.` : `Whether ${name} moved cannot be told: ${said}.`;
  const [one, other] = [old, now].map((server) => server.url ?? server.host ?? server.node);
  comparison.add({ code, verdict: isMoved ? "breaking" : "unknown", message, subject: subjectOf(now), old: one, new: other });
}

/** Reports a key that both versions have and that now names another server. A key that is new or gone is no change. */
function compareKeys(old: Server, now: Server, comparison: Comparison): void {
  const other = comparison.new.api.servers.find(({ id }) => id === old.id);
  if (!other || !comparison.old.api.servers.some(({ id }) => id === now.id)) return;
  const message = `${capital(serverName(old))} was ${old.address} and is ${other.address}: whoever goes by its name meets another server.`;
  comparison.add({ code, verdict: "unknown", message, subject: subjectOf(other), old: old.node, new: other.node });
}

function compareVersion(old: Server, now: Server, comparison: Comparison): void {
  const [before, after] = [old.protocolVersion, now.protocolVersion];
  if (before?.value === after?.value) return;
  // If the versions cannot be ordered, it is unknown whether they are compatible.
  const isBreaking = before !== undefined && after !== undefined && (orderOfVersions(after.value, before.value) ?? -1) < 0;
  const message = `The protocol version of ${serverName(now)} was ${before?.value ?? "not stated"} and is ${after?.value ?? "not stated"}.`;
  const verdict = isBreaking ? "breaking" : "compatible";
  comparison.add({ code, verdict, message, subject: subjectOf(now), old: before, new: after, within: now.node });
}

/** Compares variables by their position in the address, whatever their names. */
function compareVariables(old: Server, now: Server, comparison: Comparison): void {
  const [names, others] = [namesInBraces(old.address), namesInBraces(now.address)];
  const subject = subjectOf(now);
  const secrets = new Set([...secretDefaults(old.node, comparison.old.documents), ...secretDefaults(now.node, comparison.new.documents)]);
  const add = (verdict: ChangeVerdict, message: string, one: Place | undefined, other: Place | undefined): void =>
    comparison.add({ code, verdict, message, subject, within: now.node, old: one, new: other });
  if (isReordered(names, others)) {
    const message = `The variables of ${serverName(now)} are in another order: ${listSome(others.map(quoted), 5)}.`;
    return add("breaking", message, old.node, now.node);
  }
  comparePairs(unfilled(old.variables, names), unfilled(now.variables, others), (one, other) => {
    const what = `variable ${quoted(other.name)}, which the address does not have`;
    compareWords(one, other, { what, subject, judged: [] }, comparison);
  });
  const [before, after] = [byPosition(old.address, old.variables), byPosition(now.address, now.variables)];
  names.forEach((name, at) => {
    const [variable, other] = [before[at], after[at]];
    const what = `The variable ${quoted(others[at] ?? name)} of ${serverName(now)}`;
    const tell = (verdict: ChangeVerdict, how: string): void => add(verdict, `${what} ${how}.`, variable?.node, other?.node);
    if (variable && !other) tell("unknown", "is no longer described: its values are not known");
    else if (!variable && other) tell(other.enum.length > 0 ? "unknown" : "compatible", "is now described");
    else if (variable && other) {
      const [one, next] = [filledIn(variable), filledIn(other)];
      for (const { verdict, how } of compareValues(one, next)) tell(verdict, how);
      const isHidden = [variable, other].some((each) => each.default && secrets.has(each.default));
      for (const { verdict, how } of compareDefaults(one, next)) tell(verdict, isHidden ? "has another default" : how);
      const about = { what: `variable ${quoted(other.name)} of ${serverName(now)}`, subject, judged: ["enum", "default"] };
      compareWords(variable, other, about, comparison);
    }
  });
}

function filledIn({ enum: values, default: own }: ServerVariable): FilledPlace {
  return { values: values.length > 0 ? values : undefined, default: own };
}

/** An object with security requirements. */
interface SecurityOwner {
  readonly node: Node;
  readonly security?: readonly SecurityRequirement[] | undefined;
}

/** One scheme that is asked for. */
interface AskedScheme {
  readonly scopes: ReadonlySet<string>;
  /** The scheme in words, such as `"main" (oauth2, scopes "read")`. */
  readonly inWords: string;
}

/** One way to be let in: the schemes that are asked for together, by what a client must do for each. */
type SchemeSet = ReadonlyMap<string, AskedScheme>;

/** What a scheme requires of a client, whatever the scheme's key is. */
function identityOf(name: string, scheme: SecurityScheme | undefined): string {
  if (!scheme) return `unresolved ${name}`;
  const { type, name: field, in: place, scheme: method, openIdConnectUrl, flows } = scheme;
  const texts = [type, field, place, method, openIdConnectUrl].map((each) => each?.value ?? "");
  const ways = flows.map(({ name: flow, authorizationUrl, tokenUrl }) => [flow, authorizationUrl?.value ?? "", tokenUrl?.value ?? ""]);
  return JSON.stringify([...texts, ways.sort((a, b) => String(a).localeCompare(String(b), "en"))]);
}

function alternativesOf(security: readonly SecurityRequirement[] | undefined): readonly SchemeSet[] {
  if (!security || security.length === 0) return [new Map()];
  return security.map(({ schemes }) => new Map(schemes.map((each) => [identityOf(each.name, each.scheme), askedScheme(each)])));
}

function askedScheme({ name, scheme, scopes: own }: SecurityRequirement["schemes"][number]): AskedScheme {
  const asked = own.length > 0 ? own : (scheme?.scopes ?? []);
  const scopes = new Set(asked.map((scope) => plainText(scope)));
  const listed = scopes.size === 0 ? [] : [`scopes ${listSome([...scopes].map(quoted), 5)}`];
  const details = [...(scheme?.type ? [scheme.type.value] : []), ...listed];
  return { scopes, inWords: `${quoted(name)}${details.length > 0 ? ` (${details.join(", ")})` : ""}` };
}

/** The clients that meet one alternative, in words. */
function whoHas(schemes: SchemeSet): string {
  return schemes.size === 0
    ? "those who have no credentials"
    : `those who have ${[...schemes.values()].map(({ inWords }) => inWords).join(" and ")}`;
}

/** Whether a client that meets one alternative also meets another. */
function satisfies(has: SchemeSet, asked: SchemeSet): boolean {
  return [...asked].every(([scheme, { scopes }]) => {
    const own = has.get(scheme)?.scopes;
    return own !== undefined && [...scopes].every((scope) => own.has(scope));
  });
}

/** The alternatives that no other one lets in. */
function uncovered(alternatives: readonly SchemeSet[], by: readonly SchemeSet[]): readonly SchemeSet[] {
  return alternatives.filter((each) => !by.some((other) => satisfies(each, other)));
}

/** Reports requirements that became stricter or looser. Alternatives and schemes are compared by what they require. */
export function compareSecurity(
  old: SecurityOwner,
  now: SecurityOwner,
  { what, subject }: { what: string; subject: ChangeSubject },
  comparison: Comparison,
): void {
  const [before, after] = [alternativesOf(old.security), alternativesOf(now.security)];
  const [lost, gained] = [uncovered(before, after), uncovered(after, before)];
  const isBreaking = lost.length > 0;
  if (!isBreaking && gained.length === 0) return;
  const who = listSome((isBreaking ? lost : gained).map(whoHas), 3);
  const message = `${capital(what)} ${isBreaking ? "no longer lets in" : "now also lets in"} ${who}.`;
  const places = { old: placeOf(old), new: placeOf(now) };
  comparison.add({ code: "change/security", verdict: isBreaking ? "breaking" : "compatible", message, subject, ...places });
}

function placeOf({ node, security }: SecurityOwner): Place {
  return security?.[0]?.node ?? valueOf(node, "security") ?? node;
}

/** Reports changed words of the security schemes that both versions have. What they ask for is told of those who ask. */
export function compareSchemeWords(comparison: Comparison): void {
  const { isOneLine, subject } = comparison;
  const before = new Map(comparison.old.api.securitySchemes.map((scheme) => [scheme.id, scheme]));
  for (const scheme of comparison.new.api.securitySchemes) {
    const old = before.get(scheme.id);
    if (!old) continue;
    const isUsed = scheme.usedBy.length > 0 || old.usedBy.length > 0;
    const asked = isUsed ? ["type", "name", "in", "scheme", "openIdConnectUrl"] : [];
    // Versions of the format write flows and scopes in their own ways.
    const isToldOfFlows = isUsed && identityOf("", old) !== identityOf("", scheme);
    const judged = [...asked, ...(isUsed || !isOneLine ? ["scopes"] : []), ...(isToldOfFlows || !isOneLine ? ["flows"] : [])];
    compareWords(old, scheme, { what: `security scheme ${quoted(scheme.id)}`, subject, judged }, comparison);
  }
}
