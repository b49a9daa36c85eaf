/**
 * The schemas of messages as standalone files in their own language: JSON Schema, Avro, RAML or protobuf. They are made from the
 * document as its readers may see it, and a validator or generator needs nothing else.
 */
export type { SchemaFile, SchemaFileParts } from "./schema-parts.ts";
export type { SchemaFiles, SchemaOwner } from "./schema-files.ts";
export { createSchemaFiles } from "./schema-files.ts";
