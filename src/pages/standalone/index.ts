/**
 * The schemas of messages as files that stand alone, each in its own language: JSON Schema, Avro, RAML or protobuf. Made from
 * the values of the document as its readers may see them, so that a validator or a generator needs nothing else.
 */
export type { SchemaFile, SchemaFileParts } from "./parts.ts";
export type { SchemaFiles, SchemaOwner } from "./schema-files.ts";
export { createSchemaFiles } from "./schema-files.ts";
