import type { SecurityRequirement, SecurityScheme } from "#model";
import type { ChangeSubject } from "#report";
import type { Node, Place } from "#text";
import { printJson, valueOf } from "#text";
import type { Comparison } from "./comparison.ts";
import { capital } from "./names.ts";

/** What has requirements of its own. */
export interface SecurityOwner {
  readonly node: Node;
  readonly security?: readonly SecurityRequirement[] | undefined;
}

/** One way to be let in: the schemes that are asked for together, each with its scopes. */
type SchemeSet = ReadonlyMap<string, ReadonlySet<string>>;

/** What a client must do for a scheme, whatever the scheme's key is. */
function identityOf(name: string, scheme: SecurityScheme | undefined): string {
  if (!scheme) return `unresolved ${name}`;
  const { type, name: field, in: place, scheme: method, openIdConnectUrl, flows } = scheme;
  const texts = [type, field, place, method, openIdConnectUrl].map((each) => each?.value ?? "");
  const ways = flows.map(({ name: flow, authorizationUrl, tokenUrl }) => [flow, authorizationUrl?.value ?? "", tokenUrl?.value ?? ""]);
  return JSON.stringify([...texts, ways.sort((a, b) => String(a).localeCompare(String(b), "en"))]);
}

function alternativesOf(security: readonly SecurityRequirement[] | undefined): readonly SchemeSet[] {
  if (!security || security.length === 0) return [new Map()];
  return security.map(
    ({ schemes }) =>
      new Map(
        schemes.map(({ name, scheme, scopes }) => {
          const asked = scopes.length > 0 ? scopes : (scheme?.scopes ?? []);
          return [identityOf(name, scheme), new Set(asked.map((scope) => (scope.kind === "string" ? scope.value : printJson(scope))))];
        }),
      ),
  );
}

/** Whether who has what one alternative asks for is let in by another. */
function satisfies(has: SchemeSet, asked: SchemeSet): boolean {
  return [...asked].every(([scheme, scopes]) => {
    const own = has.get(scheme);
    return own !== undefined && [...scopes].every((scope) => own.has(scope));
  });
}

function isCovered(alternatives: readonly SchemeSet[], by: readonly SchemeSet[]): boolean {
  return alternatives.every((each) => by.some((other) => satisfies(each, other)));
}

/** Reports requirements that became stricter, or looser. Alternatives and schemes go by what they ask for. */
export function compareSecurity(
  old: SecurityOwner,
  now: SecurityOwner,
  { what, subject }: { what: string; subject: ChangeSubject },
  comparison: Comparison,
): void {
  const [before, after] = [alternativesOf(old.security), alternativesOf(now.security)];
  const isBreaking = !isCovered(before, after);
  if (!isBreaking && isCovered(after, before)) return;
  const message = isBreaking
    ? `${capital(what)} no longer lets in everybody whom it let in: its security asks for more.`
    : `${capital(what)} lets in more than before: its security asks for less.`;
  const places = { old: placeOf(old), new: placeOf(now) };
  comparison.add({ code: "change/security", verdict: isBreaking ? "breaking" : "compatible", affects: "all", message, subject, ...places });
}

function placeOf({ node, security }: SecurityOwner): Place {
  return security?.[0]?.node ?? valueOf(node, "security") ?? node;
}
