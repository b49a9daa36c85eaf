/**
 * The format as data: each object of each version is a table of fields. Loading, the structure check, normalizing and pages read the
 * same tables.
 */
export type { AddressCondition, BindingField, BindingTable } from "./bindings/binding-field.ts";
export { bindingFieldHistory, bindingTable, bindingVersions, neededBy } from "./bindings/binding-table.ts";
export type { Dialect } from "./dialect.ts";
export { readDialect, orderOfVersions, versionParts } from "./dialect.ts";
export type { ShapedNode, PlainShape, TraversalContext, Tables } from "./parts.ts";
export { bindingKeys, tablesOf, matchesShape, matchingShape, mayRefer, partsOf, tableFor, visitParts } from "./parts.ts";
export { holdsSchemas, isLikely, isLikelyAvro, isLikelyProtobuf, movedField } from "./likely.ts";
export {
  canonicalProtocol,
  hasWildcard,
  wildcardsOf,
  withoutWildcards,
  endpointsOf,
  familyOf,
  hostsOf,
  hostWithPort,
} from "./protocols.ts";
export { schemaDialectOf, schemaFormatOf } from "./schema-format.ts";
export type { RangeDigits } from "./number-ranges.ts";
export { numberFormats, integerRanges, isIntegerFormat } from "./number-ranges.ts";
export type { JsonSchemaDialect, KeywordKind } from "./schema-vocabulary.ts";
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
export type { SchemaRegistry, SchemaResource } from "./schema-resources.ts";
export { SchemaResources } from "./schema-resources.ts";
export type { BindingKind, FieldRule, NumberShape, ObjectName, ObjectShape, ObjectTable, Requirement, Shape, TextKind } from "./shape.ts";
export { isAnySchema, isSchemaObject } from "./shape.ts";
export { addressPieces, fillBraces, namesInBraces, parseUriTemplate, withoutNames } from "./uri-template.ts";
