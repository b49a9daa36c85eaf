import type { Code } from "./catalog.ts";
import { catalog } from "./catalog.ts";
import rules from "./legacy-rules.json" with { type: "json" };

/**
 * Rule ids of other tools, which people have in their settings, and the codes that replace them: `asyncapi2-` and `asyncapi3-` of the
 * parser, `asyncapi-3-` of Spectral, `asyncapi-` of both. An empty list means that there is no such rule here, because the format does
 * not ask for it.
 */
export const legacyRules: ReadonlyMap<string, readonly Code[]> = new Map(Object.entries(rules) as [string, Code[]][]);

const stemOf = (id: string): string | undefined => /^asyncapi(?:2|3|-3)?-(.*)$/.exec(id)?.[1];

const codesByStem = new Map([...legacyRules].map(([id, codes]) => [stemOf(id), codes]));

/** The codes that replace an id. Any known prefix is accepted before any known rule, even if no tool has the combination. */
function codesOf(id: string): readonly Code[] | undefined {
  const stem = stemOf(id);
  return legacyRules.get(id) ?? (stem === undefined ? undefined : codesByStem.get(stem));
}

/** What replaces a rule of another tool, in words. */
export function replacementNote(name: string): string {
  const codes = (codesOf(name) ?? []).map((code) => JSON.stringify(code));
  if (codes.length === 0) return "the format does not ask for it";
  return codes.length === 1
    ? `its place is taken by ${codes.join("")}`
    : `its place is taken by ${codes.slice(0, -1).join(", ")} and ${codes.at(-1) ?? ""}`;
}

/** The codes that a name stands for: itself, or those that replace a rule of another tool; `undefined` for an unknown name. */
export function codesForName(name: string): readonly Code[] | undefined {
  return Object.hasOwn(catalog, name) ? [name as Code] : codesOf(name);
}

/** Whether a name is a rule of another tool, and not a code. */
export function isLegacyRule(name: string): boolean {
  return !Object.hasOwn(catalog, name) && codesOf(name) !== undefined;
}
