import type { Dialect, JsonSchemaDialect } from "#format";
import { schemaDialectOf, schemaVocabulary, schemaFormatOf } from "#format";
import type { Node } from "#text";

/**
 * The language of a schema. `schema-object` is the format's own Schema Object, a superset of draft 07. `custom` is every `schemaFormat`
 * that is not read but shown as written.
 */
export type Language = JsonSchemaDialect | "avro" | "raml" | "protobuf" | "custom";

/** The language that a `schemaFormat` names. For JSON Schema, `$schema` at the root decides between drafts. */
export function languageOf(format: string | undefined, dialect: Dialect, root?: Node): Language {
  const { family } = schemaFormatOf(format, dialect);
  if (family === "avro" || family === "raml" || family === "protobuf") return family;
  return schemaDialectOf(format, dialect, root) ?? "custom";
}

/** Whether a language is JSON Schema or based on it, so that its schemas have the keywords of JSON Schema. */
export function isJsonSchema(language: Language): language is JsonSchemaDialect {
  return Object.hasOwn(schemaVocabulary, language);
}
