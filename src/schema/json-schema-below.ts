import type { Entry, MapNode, Node, StringNode } from "#text";
import { entriesOf, itemsOf } from "#text";
import { hasEffect, reads } from "./json-schema-keywords.ts";
import type { Language } from "./language.ts";

/** Keywords whose schemas judge the very same value: no property or item lies between. */
export const sameValueKeywords: ReadonlySet<string> = new Set([
  "$ref", "$dynamicRef", "$recursiveRef", "allOf", "oneOf", "anyOf", "not", "if", "then", "else",
]); // prettier-ignore

/** Told of the schemas below one, as written. */
export interface BelowHandlers {
  readonly child: (node: Node) => void;
  /** A reference that stands beside other keywords. */
  readonly refer: (ref: StringNode) => void;
  /** The only keywords to look under; all where there are none. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Keywords under which schemas stand, in the order of `schemasBelow`. Definitions are not uses. */
const ordered = [
  "properties", "patternProperties", "prefixItems", "items", "$ref", "$dynamicRef", "$recursiveRef", "allOf", "oneOf", "anyOf",
  "additionalProperties", "unevaluatedProperties", "propertyNames", "additionalItems", "unevaluatedItems", "contains", "contentSchema",
  "not", "if", "then", "else", "dependencies", "dependentRequired", "dependentSchemas",
]; // prettier-ignore

const ranks: ReadonlyMap<string, number> = new Map(ordered.map((keyword, at) => [keyword, at]));
const rankOf = (keyword: string): number => ranks.get(keyword) ?? ordered.length;
/** After a tuple by `items` come the lists of schemas; `items` for all stands with the single ones. */
const ITEMS_FOR_ALL = rankOf("additionalItems") - 0.5;

interface Found {
  readonly entry: Entry;
  readonly rank: number;
}

/** The keywords of a schema that hold schemas and that its language reads, in the order in which they are told. */
function foundIn(node: MapNode, language: Language, only: BelowHandlers["only"]): readonly Found[] {
  let found: Found[] | undefined;
  for (const entry of node.entries) {
    const rank = ranks.get(entry.key);
    if (rank === undefined || only?.has(entry.key) === false || !hasEffect(entry, node) || !reads(language, entry.key, entry.value))
      continue;
    const forAll = entry.key === "items" && entry.value.kind !== "list";
    (found ??= []).push({ entry, rank: forAll ? ITEMS_FOR_ALL : rank });
  }
  if (!found) return [];
  return found.length > 1 ? found.sort((a, b) => a.rank - b.rank) : found;
}

function tell({ key, value }: Entry, { child, refer }: BelowHandlers): void {
  if (key.startsWith("$")) {
    if (value.kind === "string") refer(value);
  } else if (value.kind === "list") for (const item of itemsOf(value)) child(item);
  else if (key === "properties" || key === "patternProperties") for (const { value: each } of entriesOf(value)) child(each);
  else if (key.startsWith("depend")) {
    for (const { value: each } of entriesOf(value)) if (each.kind !== "list") child(each);
  } else child(value);
}

/** Every schema directly below one of JSON Schema, as `schemasBelow` has them of a schema that was read; nothing is read here. */
export function jsonSchemasBelow(node: MapNode, language: Language, handlers: BelowHandlers): void {
  for (const { entry } of foundIn(node, language, handlers.only)) tell(entry, handlers);
}
