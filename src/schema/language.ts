import type { Dialect, JsonSchemaDialect } from "#format";
import { schemaFormatOf } from "#format";
import type { Node } from "#text";
import { stringOf } from "#text";

/**
 * The language that a schema is written in. `schema-object` is the format's own Schema Object, a superset of draft 07;
 * `custom` is every `schemaFormat` that is not read: shown as written.
 */
export type Language = JsonSchemaDialect | "avro" | "raml" | "protobuf" | "custom";

/** The draft that a `$schema` URI names; `undefined` for a dialect of somebody's own. */
export function draftOf(uri: string): Language | undefined {
  const found = /^https?:\/\/json-schema\.org\/(?:draft-(04|06|07)\/schema|draft\/(2019-09|2020-12)\/schema)#?$/.exec(uri.trim());
  if (found?.[1]) return `draft-${found[1]}` as Language;
  return found?.[2] as Language | undefined;
}

/** The language of `version=draft-06`, `version=2020-12` and the like; draft 07 where the version is none that is known. */
function jsonSchemaVersion(version: string): Language {
  if (/^(?:draft-)?(2019-09|2020-12)$/.test(version)) return version.replace("draft-", "") as Language;
  if (/^(?:draft-)?0?[467]$/.test(version)) return `draft-0${version.slice(-1)}` as Language;
  return "draft-07";
}

/** The language that a `schemaFormat` names. Where it is JSON Schema, `$schema` at the top of the schema decides among its drafts. */
export function languageOf(format: string | undefined, dialect: Dialect, root?: Node): Language {
  const { family, version = "" } = schemaFormatOf(format, dialect);
  if (family === "unknown") return "custom";
  if (family === "openapi") return /^3\.[1-9]/.test(version) ? "openapi-3.1" : "openapi-3.0";
  if (family !== "json-schema") return family;
  return draftOf(stringOf(root, "$schema") ?? "") ?? jsonSchemaVersion(version);
}

/** Whether a language is JSON Schema or built on it, so that its schemas have JSON Schema's keywords. */
export function isJsonSchema(language: Language): boolean {
  return !["avro", "raml", "protobuf", "custom"].includes(language);
}
