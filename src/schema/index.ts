/**
 * Reads schemas of any language into one form: JSON Schema of every draft, the format's own Schema Object, OpenAPI, Avro, RAML types
 * and protobuf. Schemas form a graph: a schema that is referred to twice is one object, and a recursive schema is a cycle.
 */
export { createFollower, endOfReferences, hasReference, namedNodes } from "./references.ts";
export { avroPrimitives } from "./avro.ts";
export type { SchemaPlace, SchemaUsage } from "./usage.ts";
export { isBindingSchema, schemasBelow } from "./usage.ts";
export { reads as readsKeyword } from "./json-schema.ts";
export type { Language, Discriminator, EnumValue, Fact, Property, Schema } from "./schema.ts";
export { isJsonSchema, factOf } from "./schema.ts";
export type { Schemas } from "./schemas.ts";
export { avroAlone, createSchemas } from "./schemas.ts";
export { protoFieldCounts, protoTexts } from "./protobuf.ts";
export type {
  Contradiction,
  ContradictionSide,
  MergedSchema,
  MergedProperty,
  MergedPart,
  JsonType,
  NumberRange,
  RangeEnd,
} from "./allowed.ts";
export {
  aboutSameValue,
  MOST_PARTS,
  partsOf,
  contradictionsIn,
  mergeSchemas,
  pathTo,
  allRequired,
  impliedTypes,
  isClosed,
  isEmptyRange,
  numberFact,
  rangeOf,
  requiredNames,
  sizesOf,
  stricter,
  textFact,
  typesInCommon,
} from "./allowed.ts";
