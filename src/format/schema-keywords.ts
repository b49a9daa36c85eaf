import { any, anyMap, boolean, either, fields, list, map, markdown, number, orReference, someOf, string } from "./fields.ts";
import type { Field, NumberShape, Shape } from "./shape.ts";

/** A schema: an object, a Reference Object, or a boolean (draft 07 § 4.3.2). */
export const schema: Shape = either(boolean, orReference("Schema"));

const count: NumberShape = { kind: "integer", minimum: 0 };
const names: Shape = { kind: "list", items: string, unique: true };
const type: Shape = { kind: "string", oneOf: ["array", "boolean", "integer", "null", "number", "object", "string"] };

/** Keywords that the specification text lists, with the value types of JSON Schema draft 07. */
const listed: Readonly<Record<string, Shape>> = {
  title: string,
  description: markdown,
  type: either(type, { kind: "list", items: type, atLeast: 1, unique: true }),
  format: string,
  default: any,
  enum: list(any),
  const: any,
  examples: list(any),
  required: names,
  multipleOf: { kind: "number", above: 0 },
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern: string,
  maxItems: count,
  minItems: count,
  uniqueItems: boolean,
  maxProperties: count,
  minProperties: count,
  readOnly: boolean,
  writeOnly: boolean,
  properties: map(schema),
  patternProperties: map(schema),
  additionalProperties: schema,
  propertyNames: schema,
  items: either(schema, someOf(schema)),
  additionalItems: schema,
  contains: schema,
  if: schema,
  then: schema,
  else: schema,
  allOf: someOf(schema),
  anyOf: someOf(schema),
  oneOf: someOf(schema),
  not: schema,
  discriminator: string,
  deprecated: boolean,
};

/** Keywords of draft 07 that the text does not list and that real schemas use. */
const unlisted: Readonly<Record<string, Shape>> = {
  $id: string,
  $schema: string,
  $comment: string,
  definitions: map(schema),
  $defs: map(schema),
  dependencies: map(either(names, schema)),
  contentMediaType: string,
  contentEncoding: string,
};

/**
 * The keywords of the Schema Object: which hold schemas, maps or lists of schemas, data (`any`: nothing in it is a
 * reference) and Markdown. Any other key is an annotation and allowed. `externalDocs` differs by version.
 */
export function schemaKeywords(externalDocs: Shape): Readonly<Record<string, Field>> {
  const extra = Object.entries(unlisted).map(([name, shape]): [string, Field] => [name, { shape, public: true }]);
  return { ...fields(listed), externalDocs: { shape: externalDocs }, ...Object.fromEntries(extra) };
}

/** OpenAPI's `discriminator` is an object there, and these are its own. */
export const openapiKeywords: Readonly<Record<string, Shape>> = {
  nullable: boolean,
  example: any,
  xml: anyMap,
  discriminator: anyMap,
  exclusiveMaximum: boolean,
  exclusiveMinimum: boolean,
};
