import type { Dialect, JsonSchemaDialect } from "#format";
import { schemaDialectOf, schemaVocabulary, schemaFormatOf } from "#format";
import type { Node } from "#text";

/**
 * The language that a schema is written in. `schema-object` is the format's own Schema Object, a superset of draft 07;
 * `custom` is every `schemaFormat` that is not read: shown as written.
 */
export type Language = JsonSchemaDialect | "avro" | "raml" | "protobuf" | "custom";

/** The language that a `schemaFormat` names. Where it is JSON Schema, `$schema` at the top of the schema decides among its drafts. */
export function languageOf(format: string | undefined, dialect: Dialect, root?: Node): Language {
  const { family } = schemaFormatOf(format, dialect);
  if (family === "avro" || family === "raml" || family === "protobuf") return family;
  return schemaDialectOf(format, dialect, root) ?? "custom";
}

/** Whether a language is JSON Schema or built on it, so that its schemas have JSON Schema's keywords. */
export function isJsonSchema(language: Language): language is JsonSchemaDialect {
  return Object.hasOwn(schemaVocabulary, language);
}
