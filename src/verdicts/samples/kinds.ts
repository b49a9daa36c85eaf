import type { Language } from "#schema";
import type { Conjunction } from "./conjunction.ts";

/** The kinds of JSON. */
export type JsonKind = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

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

/** The type that the keywords of a schema without `type` imply. */
function implied({ parts }: Conjunction): JsonKind | undefined {
  const has = (...keywords: string[]): boolean => parts.some((part) => part.facts.some((fact) => keywords.includes(fact.keyword)));
  if (
    parts.some((part) => part.properties.length + part.patternProperties.length + part.required.length > 0 || part.additionalProperties)
  ) {
    return "object";
  }
  if (has("minProperties", "maxProperties")) return "object";
  if (parts.some((part) => part.items ?? part.tuple ?? part.contains) || has("minItems", "maxItems", "uniqueItems")) return "array";
  if (has("pattern", "minLength", "maxLength") || parts.some((part) => part.format)) return "string";
  return has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") ? "number" : undefined;
}

/** The kinds that all parts allow, in the order in which they are stated. If none is stated, the one that the keywords imply. */
export function kindsOf(conjunction: Conjunction): readonly JsonKind[] {
  let common: JsonKind[] | undefined;
  for (const { types, language } of conjunction.parts) {
    const kinds = types.flatMap((type) => kindOf(type, language) ?? []);
    if (kinds.length === 0) continue;
    if (!common) common = kinds;
    else {
      const narrowed = common.map((kind) =>
        kind === "number" && !kinds.includes("number") && kinds.includes("integer") ? "integer" : kind,
      );
      common = narrowed.filter((kind) => kinds.includes(kind) || (kind === "integer" && kinds.includes("number")));
    }
  }
  if (common) return common;
  const meant = implied(conjunction);
  return meant ? [meant] : [];
}
