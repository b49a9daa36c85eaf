import {
  any,
  anyMap,
  boolean,
  derive,
  either,
  field,
  fields,
  list,
  map,
  markdown,
  number,
  orReference,
  required,
  nonEmptyList,
  string,
  table,
} from "./fields.ts";
import type { FieldRule, NumberShape, ObjectTable, Shape } from "./shape.ts";

/** A schema: an object, a Reference Object, or a boolean (draft 07 § 4.3.2). */
export const schema: Shape = either(boolean, orReference("Schema"));

const count: NumberShape = { kind: "integer", minimum: 0 };
const names: Shape = { kind: "list", items: string, unique: true };
const type: Shape = { kind: "string", oneOf: ["array", "boolean", "integer", "null", "number", "object", "string"] };

/** Keywords that the specification text lists, with the value types of JSON Schema draft 07. */
function listedKeywords(schema: Shape): Readonly<Record<string, Shape>> {
  return {
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
    items: either(schema, nonEmptyList(schema)),
    additionalItems: schema,
    contains: schema,
    if: schema,
    then: schema,
    else: schema,
    allOf: nonEmptyList(schema),
    anyOf: nonEmptyList(schema),
    oneOf: nonEmptyList(schema),
    not: schema,
    discriminator: string,
    deprecated: boolean,
  };
}

/** Keywords of draft 07 that the text does not list and that real schemas use. */
function unlistedKeywords(schema: Shape): Readonly<Record<string, Shape>> {
  return {
    $id: string,
    $schema: string,
    $comment: string,
    definitions: map(schema),
    $defs: map(schema),
    dependencies: map(either(names, schema)),
    contentMediaType: string,
    contentEncoding: string,
  };
}

function keywords(schemas: Shape, externalDocs: Shape): Readonly<Record<string, FieldRule>> {
  const extra = Object.entries(unlistedKeywords(schemas)).map(([name, shape]): [string, FieldRule] => [name, { shape, public: true }]);
  return { ...fields(listedKeywords(schemas)), externalDocs: { shape: externalDocs }, ...Object.fromEntries(extra) };
}

/**
 * The Schema Object as a table of its keywords: they hold schemas, maps or lists of schemas, data (`any`, without references) or
 * Markdown. Any other key is an annotation and allowed. `externalDocs` differs by version.
 */
export function schemaTable(externalDocs: Shape): ObjectTable {
  return { ...table("Schema Object", keywords(schema, externalDocs)), others: { shape: any } };
}

/** A schema of OpenAPI 3.0, where only `additionalProperties` may be a boolean. */
export const openapiSchema: Shape = either(boolean, orReference("OpenapiSchema"));

const discriminator: Shape = {
  kind: "inline",
  table: {
    ...table("Discriminator Object", { propertyName: required(string), mapping: field(map(string)) }),
    others: { shape: any },
  },
};

/** In OpenAPI `discriminator` is an object (a name, which many documents have, is accepted), and exclusive bounds are flags. */
const openapi = fields({
  nullable: boolean,
  example: any,
  xml: anyMap,
  discriminator: either(string, discriminator),
  exclusiveMaximum: boolean,
  exclusiveMinimum: boolean,
  externalDocs: anyMap,
});

export const openapiTable: ObjectTable = {
  ...derive(table("OpenAPI Schema Object", keywords(openapiSchema, anyMap)), { add: openapi }),
  others: { shape: any },
};
