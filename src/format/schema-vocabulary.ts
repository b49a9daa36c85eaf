import type { Node } from "#text";

/** The dialects of JSON Schema that are read. `schema-object` is the format's own Schema Object, a superset of draft 07. */
export type JsonSchemaDialect =
  "schema-object" | "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12" | "openapi-3.0" | "openapi-3.1";

/** What a keyword holds. In a `value` and a list of `values` nothing is a schema, a reference or an identifier. */
export type KeywordKind =
  | Exclude<Node["kind"], "null">
  | "strings"
  | "schema"
  | "list of schemas"
  | "map of schemas"
  | "map of schemas or names"
  | "reference"
  | "identifier"
  | "value"
  | "values";

type Keywords = Readonly<Record<string, readonly KeywordKind[]>>;

/** Keywords of draft 04, and the kinds of values that they are read with. */
const draft04: Keywords = {
  id: ["identifier"],
  $schema: ["string"],
  $ref: ["reference"],
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
  enum: ["values"],
  default: ["value"],
  required: ["strings"],
  properties: ["map of schemas"],
  patternProperties: ["map of schemas"],
  additionalProperties: ["schema"],
  dependencies: ["map of schemas or names"],
  items: ["schema", "list of schemas"],
  additionalItems: ["schema"],
  allOf: ["list of schemas"],
  oneOf: ["list of schemas"],
  anyOf: ["list of schemas"],
  not: ["schema"],
  definitions: ["map of schemas"],
};

const draft06: Keywords = {
  ...draft04,
  $id: ["identifier"],
  exclusiveMinimum: ["number"],
  exclusiveMaximum: ["number"],
  const: ["value"],
  examples: ["values"],
  propertyNames: ["schema"],
  contains: ["schema"],
};

const draft07: Keywords = {
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
const draft2019: Keywords = {
  ...draft07,
  $anchor: ["identifier"],
  $recursiveAnchor: ["boolean"],
  $recursiveRef: ["reference"],
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

const draft2020: Keywords = {
  ...draft2019,
  $dynamicAnchor: ["identifier"],
  $dynamicRef: ["reference"],
  prefixItems: ["list of schemas"],
  items: ["schema"],
  // What follows a tuple is said by `items`.
  additionalItems: [],
};

/** What the format's own Schema Object adds to draft 07. `discriminator` as an object is read too: many documents write it. */
const added: Keywords = { discriminator: ["string", "map"], externalDocs: ["map"], deprecated: ["boolean"] };

const openapi: Keywords = { ...added, discriminator: ["map", "string"], example: ["value"], xml: ["map"] };

/** The vocabulary of schemas: the keywords of each dialect, and what each may hold. */
export const schemaVocabulary: Readonly<Record<JsonSchemaDialect, ReadonlyMap<string, readonly KeywordKind[]>>> = {
  "schema-object": new Map(Object.entries({ ...draft07, ...added })),
  "draft-04": new Map(Object.entries(draft04)),
  "draft-06": new Map(Object.entries(draft06)),
  "draft-07": new Map(Object.entries(draft07)),
  "2019-09": new Map(Object.entries(draft2019)),
  "2020-12": new Map(Object.entries(draft2020)),
  "openapi-3.0": new Map(Object.entries({ ...draft04, ...openapi, nullable: ["boolean"], readOnly: ["boolean"], writeOnly: ["boolean"] })),
  "openapi-3.1": new Map(Object.entries({ ...draft2020, ...openapi })),
};

/** The keywords that may hold something, of one dialect or of any. */
export function keywordsHolding(kinds: readonly KeywordKind[], dialect?: JsonSchemaDialect): ReadonlySet<string> {
  const tables = dialect === undefined ? Object.values(schemaVocabulary) : [schemaVocabulary[dialect]];
  const found = tables.flatMap((table) => [...table].filter(([, held]) => held.some((kind) => kinds.includes(kind))));
  return new Set(found.map(([keyword]) => keyword));
}

/** Keywords whose values are data in any dialect: an identifier or a reference in them means nothing. */
export const dataKeywords = keywordsHolding(["value", "values"]);
