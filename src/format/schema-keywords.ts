/** Schemas as tables of keywords, for walks and checks. */
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
  orReference,
  required,
  nonEmptyList,
  string,
  table,
} from "./fields.ts";
import type { JsonSchemaDialect, KeywordKind } from "./schema-vocabulary.ts";
import { addressing, schemaVocabulary } from "./schema-vocabulary.ts";
import type { FieldRule, NumberShape, ObjectTable, Shape } from "./shape.ts";

/** A schema: an object, a Reference Object, or a boolean (draft 07 § 4.3.2). */
export const schema: Shape = either(boolean, orReference("Schema"));

const count: NumberShape = { kind: "integer", minimum: 0 };
const names: Shape = { kind: "list", items: string, unique: true };
const type: Shape = { kind: "string", oneOf: ["array", "boolean", "integer", "null", "number", "object", "string"] };

/** Stricter shapes that the specification requires for some keywords. */
const narrower: Readonly<Record<string, Shape>> = {
  description: markdown,
  type: either(type, { kind: "list", items: type, atLeast: 1, unique: true }),
  multipleOf: { kind: "number", above: 0 },
  maxLength: count,
  minLength: count,
  maxItems: count,
  minItems: count,
  maxProperties: count,
  minProperties: count,
  discriminator: string,
};

/** Keywords of the Schema Object that the specification text does not list and that real schemas use. */
const unlisted = ["$id", "$schema", "$comment", "definitions", "$defs", "dependencies", "contentMediaType", "contentEncoding"];

function shapeOf(kind: KeywordKind, schemas: Shape): Shape {
  switch (kind) {
    case "schema":
      return schemas;
    case "list of schemas":
      return nonEmptyList(schemas);
    case "map of schemas":
      return map(schemas);
    case "map of schemas or names":
      return map(either(names, schemas));
    case "strings":
      return names;
    case "reference":
    case "identifier":
      return string;
    case "value":
      return any;
    case "values":
      return list(any);
    case "map":
      return anyMap;
    case "list":
      return list(any);
    default:
      return { kind };
  }
}

/**
 * The keywords of some dialects as fields. If keywords beside `$ref` count, `$ref` is a field; otherwise it makes the schema a
 * reference.
 */
function keywords(dialects: readonly JsonSchemaDialect[], schemas: Shape, externalDocs: Shape): Readonly<Record<string, FieldRule>> {
  const found: Record<string, FieldRule> = {};
  for (const dialect of dialects) {
    for (const [name, kinds] of schemaVocabulary[dialect]) {
      if (name === "id" || (name === "$ref" && !addressing[dialect].besideReference)) continue;
      const [shape = any, ...more] = kinds.map((kind) => shapeOf(kind, schemas));
      const isPublic = unlisted.includes(name) || !schemaVocabulary["schema-object"].has(name);
      const own = narrower[name] ?? (more.length > 0 ? either(shape, ...more) : shape);
      found[name] ??= isPublic ? { shape: own, public: true } : { shape: own };
    }
  }
  return { ...found, externalDocs: { shape: externalDocs } };
}

/**
 * The Schema Object as a table of its keywords. Their values are schemas, maps or lists of schemas, data (`any`, without references) or
 * Markdown. Any other key is an annotation, and allowed. `externalDocs` differs between versions.
 */
export function schemaTable(externalDocs: Shape): ObjectTable {
  return { ...table("Schema Object", keywords(["schema-object"], schema, externalDocs)), others: { shape: any } };
}

/** A schema of OpenAPI 3.0, where only `additionalProperties` may be a boolean. */
const openapiSchema: Shape = either(boolean, orReference("OpenapiSchema"));

const discriminator: Shape = {
  kind: "inline",
  table: {
    ...table("Discriminator Object", { propertyName: required(string), mapping: field(map(string)) }),
    others: { shape: any },
  },
};

/** In OpenAPI `discriminator` is an object (a name is accepted too, because many documents have one), and exclusive bounds are flags. */
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
  ...derive(table("OpenAPI Schema Object", keywords(["schema-object"], openapiSchema, anyMap)), { add: openapi }),
  others: { shape: any },
};

/** A schema of draft 04, where exclusive bounds are flags. Keywords that came later have their shapes too, so that schemas in them are found. */
const earlierSchema: Shape = either(boolean, orReference("EarlierSchema"));

export const earlierTable: ObjectTable = {
  ...table("Schema Object", keywords(["draft-04", "schema-object"], earlierSchema, anyMap)),
  others: { shape: any },
};

/** A schema of JSON Schema 2019-09 or later, or of OpenAPI 3.1, which is based on it. */
const laterSchema: Shape = either(boolean, orReference("LaterSchema"));

export const laterTable: ObjectTable = {
  ...derive(table("Schema Object", keywords(["2019-09", "2020-12", "openapi-3.1"], laterSchema, anyMap)), {
    add: fields({ discriminator: either(string, discriminator) }),
  }),
  others: { shape: any },
};

/** The shape of a schema in a dialect. */
export function schemaShape(dialect: JsonSchemaDialect): Shape {
  if (addressing[dialect].besideReference) return laterSchema;
  if (dialect === "draft-04") return earlierSchema;
  return dialect === "openapi-3.0" ? openapiSchema : schema;
}
