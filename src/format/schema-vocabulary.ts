/** The keywords of each dialect of JSON Schema. */
import type { Node } from "#text";

/** The supported dialects of JSON Schema. `schema-object` is the format's own Schema Object, a superset of draft 07. */
export type JsonSchemaDialect =
  "schema-object" | "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12" | "openapi-3.0" | "openapi-3.1";

/** The kind of value that a keyword holds. `value` and `values` are data: they contain no schemas, references or identifiers. */
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

type KeywordTable = Readonly<Record<string, readonly KeywordKind[]>>;

/** Keywords of draft 04 and the kinds of values that they accept. */
const draft04: KeywordTable = {
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

const draft06: KeywordTable = {
  ...draft04,
  $id: ["identifier"],
  exclusiveMinimum: ["number"],
  exclusiveMaximum: ["number"],
  const: ["value"],
  examples: ["values"],
  propertyNames: ["schema"],
  contains: ["schema"],
};

const draft07: KeywordTable = {
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

/** `dependencies` and `definitions` are accepted in later drafts, as their specifications advise. */
const draft2019: KeywordTable = {
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

const draft2020: KeywordTable = {
  ...draft2019,
  $dynamicAnchor: ["identifier"],
  $dynamicRef: ["reference"],
  prefixItems: ["list of schemas"],
  items: ["schema"],
  // `items` has taken over its role.
  additionalItems: [],
};

/** Keywords that the Schema Object adds to draft 07. `discriminator` may be an object, as in many documents, and `$defs` holds definitions. */
const schemaObjectKeywords: KeywordTable = {
  discriminator: ["string", "map"],
  externalDocs: ["map"],
  deprecated: ["boolean"],
  $defs: ["map of schemas"],
};

const openapiKeywords: KeywordTable = { ...schemaObjectKeywords, discriminator: ["map", "string"], example: ["value"], xml: ["map"] };

/** The keywords of each dialect and the kinds of values that they accept. */
export const schemaVocabulary: Readonly<Record<JsonSchemaDialect, ReadonlyMap<string, readonly KeywordKind[]>>> = {
  "schema-object": new Map(Object.entries({ ...draft07, ...schemaObjectKeywords })),
  "draft-04": new Map(Object.entries(draft04)),
  "draft-06": new Map(Object.entries(draft06)),
  "draft-07": new Map(Object.entries(draft07)),
  "2019-09": new Map(Object.entries(draft2019)),
  "2020-12": new Map(Object.entries(draft2020)),
  "openapi-3.0": new Map(
    Object.entries({ ...draft04, ...openapiKeywords, nullable: ["boolean"], readOnly: ["boolean"], writeOnly: ["boolean"] }),
  ),
  "openapi-3.1": new Map(Object.entries({ ...draft2020, ...openapiKeywords })),
};

/** The names of all keywords of any dialect. */
export const keywordNames: ReadonlySet<string> = new Set(Object.values(schemaVocabulary).flatMap((table) => [...table.keys()]));

/** How references work in a dialect. */
interface Addressing {
  /** The keyword that gives a schema a URI. Without one, references are JSON References and identifiers have no meaning. */
  readonly identifier?: "id" | "$id";
  /** Whether keywords beside `$ref` count, and `$anchor` is read (2019-09 and later). */
  readonly besideReference: boolean;
}

/** How references work in each dialect. */
export const addressing: Readonly<Record<JsonSchemaDialect, Addressing>> = {
  "schema-object": { besideReference: false },
  "draft-04": { identifier: "id", besideReference: false },
  "draft-06": { identifier: "$id", besideReference: false },
  "draft-07": { identifier: "$id", besideReference: false },
  "2019-09": { identifier: "$id", besideReference: true },
  "2020-12": { identifier: "$id", besideReference: true },
  "openapi-3.0": { besideReference: false },
  "openapi-3.1": { identifier: "$id", besideReference: true },
};

/** The draft of a `$schema` URI; `undefined` for a custom dialect. */
export function draftOf(uri: string): JsonSchemaDialect | undefined {
  const found = /^https?:\/\/json-schema\.org\/(?:draft-(04|06|07)\/schema|draft\/(2019-09|2020-12)\/schema)#?$/.exec(uri.trim());
  if (found?.[1]) return `draft-${found[1]}` as JsonSchemaDialect;
  return found?.[2] as JsonSchemaDialect | undefined;
}

/** The draft for the `version` of a `schemaFormat`, such as `draft-06` or `2020-12`. An unknown version counts as draft 07. */
export function draftOfVersion(version: string): JsonSchemaDialect {
  if (/^(?:draft-)?(2019-09|2020-12)$/.test(version)) return version.replace("draft-", "") as JsonSchemaDialect;
  if (/^(?:draft-)?0?[467]$/.test(version)) return `draft-0${version.slice(-1)}` as JsonSchemaDialect;
  return "draft-07";
}

/** The keywords that accept one of some kinds, in one dialect or in any. */
export function keywordsHolding(kinds: readonly KeywordKind[], dialect?: JsonSchemaDialect): ReadonlySet<string> {
  const tables = dialect === undefined ? Object.values(schemaVocabulary) : [schemaVocabulary[dialect]];
  const found = tables.flatMap((table) => [...table].filter(([, held]) => held.some((kind) => kinds.includes(kind))));
  return new Set(found.map(([keyword]) => keyword));
}

/** Keywords whose values are data in any dialect: identifiers and references in them have no meaning. */
export const dataKeywords = keywordsHolding(["value", "values"]);

/** Keywords whose values are maps of schemas in any dialect: the keys are names that the author chose. */
export const mapKeywords = keywordsHolding(["map of schemas", "map of schemas or names"]);

/** Keywords that keep schemas for others to refer to. */
export const definitionKeywords: ReadonlySet<string> = new Set(["definitions", "$defs"]);

/** Keywords that refer to another schema. */
export const referenceKeywords = keywordsHolding(["reference"]);

const holders = keywordsHolding(["schema", "list of schemas", "map of schemas", "map of schemas or names", "reference"]);

/** Keywords by which a schema uses other schemas in any dialect. Definitions are not uses. */
export const usingKeywords: ReadonlySet<string> = new Set([...holders].filter((keyword) => !definitionKeywords.has(keyword)));

/** Keywords whose subschemas apply to the same value, and not to a property or item. */
export const sameValueKeywords: ReadonlySet<string> = new Set([
  ...referenceKeywords, "allOf", "oneOf", "anyOf", "not", "if", "then", "else",
]); // prettier-ignore

/** Keywords that say where a schema is, or in which dialect it is written. */
export const addressKeywords: ReadonlySet<string> = new Set([
  ...keywordsHolding(["identifier"], "2020-12"), "$schema", "$recursiveAnchor", "$vocabulary",
]); // prettier-ignore

/** Keywords that do not affect which values are valid. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  "title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly",
]); // prettier-ignore
