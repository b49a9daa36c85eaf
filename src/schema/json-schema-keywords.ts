import type { Entry, MapNode, Node } from "#json";
import { valueOf } from "#json";
import type { Language } from "./language.ts";

type Kind = Node["kind"] | "schema" | "strings" | "map of schemas" | "list of schemas" | "any";

/** Keywords of draft 04, and the kinds of values that they are read with. */
const draft04: Readonly<Record<string, readonly Kind[]>> = {
  id: ["string"],
  $schema: ["string"],
  $ref: ["string"],
  title: ["string"],
  description: ["string"],
  type: ["string", "strings"],
  format: ["string"],
  multipleOf: ["number"],
  minimum: ["number"],
  maximum: ["number"],
  exclusiveMinimum: ["boolean"],
  exclusiveMaximum: ["boolean"],
  minLength: ["number"],
  maxLength: ["number"],
  pattern: ["string"],
  minItems: ["number"],
  maxItems: ["number"],
  uniqueItems: ["boolean"],
  minProperties: ["number"],
  maxProperties: ["number"],
  enum: ["list"],
  default: ["any"],
  required: ["strings"],
  properties: ["map of schemas"],
  patternProperties: ["map of schemas"],
  additionalProperties: ["schema"],
  dependencies: ["map"],
  items: ["schema", "list of schemas"],
  additionalItems: ["schema"],
  allOf: ["list of schemas"],
  oneOf: ["list of schemas"],
  anyOf: ["list of schemas"],
  not: ["schema"],
  definitions: ["map of schemas"],
};

const draft06: typeof draft04 = {
  ...draft04,
  $id: ["string"],
  exclusiveMinimum: ["number"],
  exclusiveMaximum: ["number"],
  const: ["any"],
  examples: ["list"],
  propertyNames: ["schema"],
  contains: ["schema"],
};

const draft07: typeof draft04 = {
  ...draft06,
  $comment: ["string"],
  contentEncoding: ["string"],
  contentMediaType: ["string"],
  readOnly: ["boolean"],
  writeOnly: ["boolean"],
  if: ["schema"],
  then: ["schema"],
  else: ["schema"],
};

/** `dependencies` and `definitions` stay readable in later drafts, as their specifications advise. */
const draft2019: typeof draft04 = {
  ...draft07,
  $anchor: ["string"],
  $recursiveAnchor: ["boolean"],
  $recursiveRef: ["string"],
  $vocabulary: ["map"],
  $defs: ["map of schemas"],
  deprecated: ["boolean"],
  minContains: ["number"],
  maxContains: ["number"],
  dependentRequired: ["map"],
  dependentSchemas: ["map of schemas"],
  unevaluatedProperties: ["schema"],
  unevaluatedItems: ["schema"],
  contentSchema: ["schema"],
};

const draft2020: typeof draft04 = {
  ...draft2019,
  $dynamicAnchor: ["string"],
  $dynamicRef: ["string"],
  prefixItems: ["list of schemas"],
  items: ["schema"],
  // What follows a tuple is said by `items`.
  additionalItems: [],
};

/** What the format's own Schema Object adds to draft 07. `discriminator` as an object is read too: many documents write it. */
const added: typeof draft04 = { discriminator: ["string", "map"], externalDocs: ["map"], deprecated: ["boolean"] };

const openapi: typeof draft04 = { ...added, discriminator: ["map", "string"], example: ["any"], xml: ["map"] };

const tables: Readonly<Partial<Record<Language, ReadonlyMap<string, readonly Kind[]>>>> = {
  "schema-object": new Map(Object.entries({ ...draft07, ...added })),
  "draft-04": new Map(Object.entries(draft04)),
  "draft-06": new Map(Object.entries(draft06)),
  "draft-07": new Map(Object.entries(draft07)),
  "2019-09": new Map(Object.entries(draft2019)),
  "2020-12": new Map(Object.entries(draft2020)),
  "openapi-3.0": new Map(Object.entries({ ...draft04, ...openapi, nullable: ["boolean"], readOnly: ["boolean"], writeOnly: ["boolean"] })),
  "openapi-3.1": new Map(Object.entries({ ...draft2020, ...openapi })),
};

/** A schema by kind; a null where a schema belongs is an odd thing of real documents, and reads as one shown as written. */
function fits(value: Node, kind: Kind): boolean {
  if (kind === "any") return true;
  if (kind === "schema") return value.kind === "map" || value.kind === "boolean";
  if (kind === "strings") return value.kind === "list" && value.items.every((item) => item.kind === "string");
  if (kind === "map of schemas") return value.kind === "map";
  if (kind === "list of schemas") return value.kind === "list";
  return value.kind === kind;
}

/** Whether a language reads a keyword with such a value; without a value, whether it knows the keyword. */
export function reads(language: Language, keyword: string, value?: Node): boolean {
  return tables[language]?.get(keyword)?.some((kind) => !value || fits(value, kind)) ?? false;
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
