import type { JsonType, Language } from "#schema";
import { impliedTypes, typesInCommon } from "#schema";
import type { Conjunction } from "./conjunction.ts";

/** A type of JSON values, integers apart. */
export type JsonKind = JsonType | "integer";

const avro: Readonly<Record<string, JsonKind>> = {
  record: "object",
  error: "object",
  map: "object",
  array: "array",
  enum: "string",
  fixed: "string",
  bytes: "string",
  string: "string",
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  boolean: "boolean",
  null: "null",
};

const protobuf: Readonly<Record<string, JsonKind>> = {
  message: "object",
  map: "object",
  repeated: "array",
  enum: "string",
  double: "number",
  float: "number",
  int32: "integer",
  uint32: "integer",
  sint32: "integer",
  fixed32: "integer",
  sfixed32: "integer",
  int64: "integer",
  uint64: "integer",
  sint64: "integer",
  fixed64: "integer",
  sfixed64: "integer",
  bool: "boolean",
  string: "string",
  bytes: "string",
  "google.protobuf.Timestamp": "string",
  "google.protobuf.Duration": "string",
  "google.protobuf.FieldMask": "string",
  "google.protobuf.Struct": "object",
  "google.protobuf.Empty": "object",
  "google.protobuf.ListValue": "array",
  "google.protobuf.DoubleValue": "number",
  "google.protobuf.FloatValue": "number",
  "google.protobuf.Int64Value": "integer",
  "google.protobuf.UInt64Value": "integer",
  "google.protobuf.Int32Value": "integer",
  "google.protobuf.UInt32Value": "integer",
  "google.protobuf.BoolValue": "boolean",
  "google.protobuf.StringValue": "string",
  "google.protobuf.BytesValue": "string",
};

const raml: Readonly<Record<string, JsonKind>> = {
  nil: "null",
  "date-only": "string",
  "time-only": "string",
  "datetime-only": "string",
  datetime: "string",
  file: "string",
};

const json: Readonly<Record<string, JsonKind>> = {
  object: "object",
  array: "array",
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const tables: Partial<Record<Language, Readonly<Record<string, JsonKind>>>> = { avro, protobuf, raml };

function kindOf(type: string, language: Language): JsonKind | undefined {
  const table = tables[language];
  if (table && Object.hasOwn(table, type)) return table[type];
  return Object.hasOwn(json, type) ? json[type] : undefined;
}

/** The type that the keywords of schemas without `type` imply. */
function implied({ parts }: Conjunction): JsonKind | undefined {
  const meant = new Set<JsonKind>(parts.flatMap(impliedTypes));
  if (!meant.has("object") && !meant.has("array") && parts.some((part) => part.format)) return "string";
  return (["object", "array", "string", "number"] as const).find((kind) => meant.has(kind));
}

/** The kinds that all parts allow, in the order in which they are stated. If none is stated, the one that the keywords imply. */
export function kindsOf(conjunction: Conjunction): readonly JsonKind[] {
  const stated = conjunction.parts.map(({ types, language }) => types.flatMap((type) => kindOf(type, language) ?? []));
  if (stated.some(({ length }) => length > 0)) return typesInCommon(stated);
  const meant = implied(conjunction);
  return meant ? [meant] : [];
}
