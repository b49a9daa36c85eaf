/**
 * The format as data: each object of each version as a table of fields.
 * One truth, read by loading, structure check, normalizer and the documentation.
 */
export { bindingKeys } from "./binding-keys.ts";
export type { BindingField, BindingTable } from "./bindings/binding-field.ts";
export { bindingFieldHistory, bindingTable, bindingVersions } from "./bindings/binding-table.ts";
export type { Dialect } from "./dialect.ts";
export { fits, fitting } from "./fitting.ts";
export { movedField } from "./moved-fields.ts";
export type { Part, PlainShape, Reading } from "./parts.ts";
export { eachPart, mayRefer, partsOf, tableFor } from "./parts.ts";
export { canonicalProtocol } from "./protocols.ts";
export { readDialect } from "./read-dialect.ts";
export { schemaFormatOf } from "./schema-format.ts";
export type { JsonSchemaDialect, KeywordKind } from "./schema-vocabulary.ts";
export { dataKeywords, keywordsHolding, schemaVocabulary } from "./schema-vocabulary.ts";
export type { BindingKind, Field, NumberShape, ObjectName, ObjectShape, ObjectTable, Shape, TextKind } from "./shape.ts";
export type { Tables } from "./tables.ts";
export { tablesOf } from "./tables.ts";
export { parseUriTemplate } from "./uri-template.ts";
