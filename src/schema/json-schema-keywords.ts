/** Which keywords a language of JSON Schema reads. */
import type { KeywordKind } from "#format";
import { mapKeywords, referenceKeywords, schemaVocabulary, usingKeywords } from "#format";
import type { Entry, MapNode, Node, StringNode } from "#text";
import { entriesOf, itemsOf, valueOf } from "#text";
import type { Language } from "./schema.ts";

/** The keywords of each language and the kinds of their values. Other languages than JSON Schema have none. */
const tables: ReadonlyMap<Language, ReadonlyMap<string, readonly KeywordKind[]>> = new Map(
  Object.entries(schemaVocabulary) as [Language, ReadonlyMap<string, readonly KeywordKind[]>][],
);

/** Whether a value fits a kind. Null in place of a schema occurs in real documents; it counts as a schema, and is shown as written. */
function fits(value: Node, kind: KeywordKind): boolean {
  if (kind === "value") return true;
  if (kind === "schema") return value.kind === "map" || value.kind === "boolean";
  if (kind === "strings") return value.kind === "list" && value.items.every((item) => item.kind === "string");
  if (kind === "map of schemas" || kind === "map of schemas or names") return value.kind === "map";
  if (kind === "list of schemas" || kind === "values") return value.kind === "list";
  if (kind === "reference" || kind === "identifier") return value.kind === "string";
  return value.kind === kind;
}

/** Whether a language reads a keyword with this value; without a value, whether it knows the keyword. */
export function reads(language: Language, keyword: string, value?: Node): boolean {
  return (
    tables
      .get(language)
      ?.get(keyword)
      ?.some((kind) => !value || fits(value, kind)) ?? false
  );
}

/** Keywords that only have an effect with one of some others beside them. */
const dependent: ReadonlyMap<string, readonly string[]> = new Map([
  ["minContains", ["contains"]],
  ["maxContains", ["contains"]],
  ["then", ["if"]],
  ["else", ["if"]],
  // What `if` has visited counts as evaluated.
  ["if", ["then", "else", "unevaluatedProperties", "unevaluatedItems"]],
  ["contentSchema", ["contentMediaType"]],
]);

/** Whether a keyword has an effect in its schema. */
export function hasEffect({ key: keyword, value }: Entry, node: MapNode): boolean {
  if (keyword === "additionalItems") return valueOf(node, "items")?.kind === "list";
  if (value.kind === "boolean" && keyword === "exclusiveMinimum") return valueOf(node, "minimum") !== undefined;
  if (value.kind === "boolean" && keyword === "exclusiveMaximum") return valueOf(node, "maximum") !== undefined;
  const others = dependent.get(keyword);
  return !others || others.some((other) => valueOf(node, other) !== undefined);
}

/** Receives the schemas directly below one, as written. */
interface BelowHandlers {
  readonly child: (node: Node) => void;
  /** Called with a reference that has keywords beside it. */
  readonly refer: (ref: StringNode) => void;
  /** The only keywords to search; all by default. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** The order in which `schemasBelow` returns schemas. */
const ordered = [
  "properties", "patternProperties", "prefixItems", "items", "$ref", "$dynamicRef", "$recursiveRef", "allOf", "oneOf", "anyOf",
  "additionalProperties", "unevaluatedProperties", "propertyNames", "additionalItems", "unevaluatedItems", "contains", "contentSchema",
  "not", "if", "then", "else", "dependencies", "dependentSchemas",
]; // prettier-ignore

const ranks: ReadonlyMap<string, number> = new Map(ordered.map((keyword, at) => [keyword, at]));
const rankOf = (keyword: string): number => ranks.get(keyword) ?? ordered.length;
/** Lists of schemas come after a tuple in `items`; `items` for all comes with the keywords for a single schema. */
const ITEMS_FOR_ALL = rankOf("additionalItems") - 0.5;

interface KeywordEntry {
  readonly entry: Entry;
  readonly rank: number;
}

/** The keywords of a schema that its language reads and that contain schemas, in the order of `schemasBelow`. */
function foundIn(node: MapNode, language: Language, only: BelowHandlers["only"]): readonly KeywordEntry[] {
  let found: KeywordEntry[] | undefined;
  for (const entry of node.entries) {
    if (!usingKeywords.has(entry.key) || only?.has(entry.key) === false) continue;
    if (!hasEffect(entry, node) || !reads(language, entry.key, entry.value)) continue;
    const forAll = entry.key === "items" && entry.value.kind !== "list";
    (found ??= []).push({ entry, rank: forAll ? ITEMS_FOR_ALL : rankOf(entry.key) });
  }
  if (!found) return [];
  return found.length > 1 ? found.sort((a, b) => a.rank - b.rank) : found;
}

function tell({ key, value }: Entry, { child, refer }: BelowHandlers): void {
  if (referenceKeywords.has(key)) {
    if (value.kind === "string") refer(value);
  } else if (value.kind === "list") for (const item of itemsOf(value)) child(item);
  else if (mapKeywords.has(key)) {
    // In `dependencies`, a list contains names and not schemas.
    for (const { value: each } of entriesOf(value)) if (each.kind !== "list" || key !== "dependencies") child(each);
  } else child(value);
}

/** Passes on all schemas directly below a JSON Schema, in the order of `schemasBelow`, without reading them. */
export function jsonSchemasBelow(node: MapNode, language: Language, handlers: BelowHandlers): void {
  for (const { entry } of foundIn(node, language, handlers.only)) tell(entry, handlers);
}
