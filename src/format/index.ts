/**
 * The format as data: each object of each version as a table of fields.
 * One truth, read by loading, structure check, normalizer and the documentation.
 */
export type { Dialect } from "./dialect.ts";
export type { Field, ObjectName, ObjectTable, Shape, TextKind } from "./shape.ts";
