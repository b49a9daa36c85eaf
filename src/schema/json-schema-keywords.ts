import type { KeywordKind } from "#format";
import { schemaVocabulary } from "#format";
import type { Entry, MapNode, Node } from "#text";
import { valueOf } from "#text";
import type { Language } from "./language.ts";

/** Languages that are no JSON Schema have no keywords. */
const tables: ReadonlyMap<Language, ReadonlyMap<string, readonly KeywordKind[]>> = new Map(
  Object.entries(schemaVocabulary) as [Language, ReadonlyMap<string, readonly KeywordKind[]>][],
);

/** A schema by kind; a null where a schema belongs is an odd thing of real documents, and reads as one shown as written. */
function fits(value: Node, kind: KeywordKind): boolean {
  if (kind === "value") return true;
  if (kind === "schema") return value.kind === "map" || value.kind === "boolean";
  if (kind === "strings") return value.kind === "list" && value.items.every((item) => item.kind === "string");
  if (kind === "map of schemas" || kind === "map of schemas or names") return value.kind === "map";
  if (kind === "list of schemas" || kind === "values") return value.kind === "list";
  if (kind === "reference" || kind === "identifier") return value.kind === "string";
  return value.kind === kind;
}

/** Whether a language reads a keyword with such a value; without a value, whether it knows the keyword. */
export function reads(language: Language, keyword: string, value?: Node): boolean {
  return (
    tables
      .get(language)
      ?.get(keyword)
      ?.some((kind) => !value || fits(value, kind)) ?? false
  );
}

/** Keywords that say nothing without one of some others beside them. */
const dependent: ReadonlyMap<string, readonly string[]> = new Map([
  ["minContains", ["contains"]],
  ["maxContains", ["contains"]],
  ["then", ["if"]],
  ["else", ["if"]],
  // What an `if` alone has looked at counts as evaluated.
  ["if", ["then", "else", "unevaluatedProperties", "unevaluatedItems"]],
  ["contentSchema", ["contentMediaType"]],
]);

/** Whether a keyword has an effect beside the others of its schema. */
export function hasEffect({ key: keyword, value }: Entry, node: MapNode): boolean {
  if (keyword === "additionalItems") return valueOf(node, "items")?.kind === "list";
  if (value.kind === "boolean" && keyword === "exclusiveMinimum") return valueOf(node, "minimum") !== undefined;
  if (value.kind === "boolean" && keyword === "exclusiveMaximum") return valueOf(node, "maximum") !== undefined;
  const others = dependent.get(keyword);
  return !others || others.some((other) => valueOf(node, other) !== undefined);
}
