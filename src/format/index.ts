/**
 * The format as data: each object of each version is a table of fields. Loading, the structure check, normalizing and pages read the
 * same tables.
 */
export { bindingKeys, tablesOf } from "./tables.ts";
export type { AddressCondition, BindingField, BindingTable } from "./bindings/binding-field.ts";
export { bindingFieldHistory, bindingTable, bindingVersions, neededBy } from "./bindings/binding-table.ts";
export type { Dialect } from "./dialect.ts";
export { matchesShape, matchingShape, mayRefer, partsOf, tableFor, visitParts } from "./parts.ts";
export { holdsSchemas, isLikely, isLikelyAvro, isLikelyProtobuf } from "./likely.ts";
export { movedField } from "./moved-fields.ts";
export type { ShapedNode, PlainShape, TraversalContext } from "./parts.ts";
export { canonicalProtocol, hasWildcard, wildcardsOf, withoutWildcards } from "./protocols.ts";
export { endpointsOf, familyOf, hostsOf, hostWithPort } from "./endpoints.ts";
export { readDialect } from "./dialect.ts";
export { schemaDialectOf, schemaFormatOf } from "./schema-format.ts";
export type { JsonSchemaDialect, KeywordKind } from "./schema-vocabulary.ts";
export type { SchemaRegistry, SchemaResource } from "./schema-resources.ts";
export { SchemaResources } from "./schema-resources.ts";
export {
  addressing,
  addressKeywords,
  annotationKeywords,
  dataKeywords,
  definitionKeywords,
  draftOf,
  keywordNames,
  keywordsHolding,
  mapKeywords,
  referenceKeywords,
  sameValueKeywords,
  schemaVocabulary,
  usingKeywords,
} from "./schema-vocabulary.ts";
export type { BindingKind, FieldRule, NumberShape, ObjectName, ObjectShape, ObjectTable, Requirement, Shape, TextKind } from "./shape.ts";
export { isAnySchema, isSchemaObject } from "./shape.ts";
export type { Tables } from "./tables.ts";
export { addressPieces, fillBraces, namesInBraces, parseUriTemplate, withoutNames } from "./uri-template.ts";
export type { RangeDigits } from "./number-formats.ts";
export { numberFormats } from "./number-formats.ts";
export { integerRanges, isIntegerFormat } from "./number-ranges.ts";
export { orderOfVersions, versionParts } from "./version-order.ts";
