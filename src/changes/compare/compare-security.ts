/** Compares security requirements and schemes. */
import type { SecurityRequirement, SecurityScheme } from "#model";
import type { Node, Place } from "#text";
import { listSome, plainText, valueOf } from "#text";
import type { ChangeSubject } from "../report/index.ts";
import { compareWords } from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import { capital, quoted } from "./subject-names.ts";

/** An object with security requirements. */
export interface SecurityOwner {
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
  comparison.add({ code: "change/security", verdict: isBreaking ? "breaking" : "compatible", affects: "all", message, subject, ...places });
}

function placeOf({ node, security }: SecurityOwner): Place {
  return security?.[0]?.node ?? valueOf(node, "security") ?? node;
}

/** Reports changed words of the security schemes that both versions have. What they ask for is told of those who ask. */
export function compareSchemeWords(comparison: Comparison): void {
  const isSameLine = comparison.old.api.dialect.line === comparison.new.api.dialect.line;
  const before = new Map(comparison.old.api.securitySchemes.map((scheme) => [scheme.id, scheme]));
  const subject = { kind: "api", id: comparison.new.api.info.title } as const;
  for (const scheme of comparison.new.api.securitySchemes) {
    const old = before.get(scheme.id);
    if (!old) continue;
    const isUsed = scheme.usedBy.length > 0 || old.usedBy.length > 0;
    const asked = isUsed ? ["type", "name", "in", "scheme", "openIdConnectUrl"] : [];
    // Versions of the format write flows and scopes in their own ways.
    const isToldOfFlows = isUsed && identityOf("", old) !== identityOf("", scheme);
    const judged = [...asked, ...(isUsed || !isSameLine ? ["scopes"] : []), ...(isToldOfFlows || !isSameLine ? ["flows"] : [])];
    compareWords(old, scheme, { what: `security scheme ${quoted(scheme.id)}`, subject, judged }, comparison);
  }
}
