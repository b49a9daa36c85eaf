import { integerRanges } from "#format";
import type { Node } from "#text";
import { decimalOf, isIntegerNode } from "#text";
import { brokenFormat, isInRange } from "./formats.ts";

/** Whether a value has a type. */
export type TypeTest = (value: Node) => boolean;

const isText: TypeTest = (value) => value.kind === "string";
const isNumber: TypeTest = (value) => value.kind === "number";
const isBoolean: TypeTest = (value) => value.kind === "boolean";
const isNull: TypeTest = (value) => value.kind === "null";
const isInteger: TypeTest = (value) => value.kind === "number" && isIntegerNode(value);
const isList: TypeTest = (value) => value.kind === "list";
const isMap: TypeTest = (value) => value.kind === "map";

/** Whether a value is an integer that a type holds. */
function fits(type: string): TypeTest {
  const range = integerRanges.get(type);
  return (value) => value.kind === "number" && range !== undefined && isInRange(value.raw, range);
}

/** Avro writes bytes as characters up to U+00FF. */
const isOctets: TypeTest = (value) => value.kind === "string" && !/[\u0100-\u{10FFFF}]/u.test(value.value);
const isAvroFloat: TypeTest = (value) => isNumber(value) || (value.kind === "string" && /^(?:NaN|-?Infinity)$/.test(value.value));

/** Avro 1.9, "JSON Encoding". */
export const avroTypes: ReadonlyMap<string, TypeTest> = new Map([
  ["null", isNull],
  ["boolean", isBoolean],
  ["int", fits("int")],
  ["long", fits("long")],
  ["float", isAvroFloat],
  ["double", isAvroFloat],
  ["bytes", isOctets],
  ["fixed", isOctets],
  ["string", isText],
  ["enum", isText],
  ["array", isList],
  ["map", isMap],
  ["record", isMap],
  ["error", isMap],
]);

/** ProtoJSON allows numbers as strings, and writes 64-bit ones so. */
function asNumber(value: Node): Node {
  return value.kind === "string" && decimalOf(value.value)
    ? { ...value, kind: "number", raw: value.value, value: Number(value.value) }
    : value;
}

const isProtoFloat: TypeTest = (value) => isNumber(asNumber(value)) || isAvroFloat(value);
/** A single character in the last group is not a byte, with or without padding. */
const isBase64: TypeTest = (value) =>
  value.kind === "string" && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value.value) && value.value.replace(/=+$/, "").length % 4 !== 1;
const isTimestamp: TypeTest = (value) => isText(value) && brokenFormat("date-time", value) === undefined;
const isDuration: TypeTest = (value) => value.kind === "string" && /^-?\d+(?:\.\d{1,9})?s$/.test(value.value);

const isFieldMask: TypeTest = (value) => value.kind === "string" && /^(?:[A-Za-z\d_.]+(?:,[A-Za-z\d_.]+)*)?$/.test(value.value);

const protobufScalars: ReadonlyMap<string, TypeTest> = new Map([
  ["bool", isBoolean],
  ["string", isText],
  ["bytes", isBase64],
  ["float", isProtoFloat],
  ["double", isProtoFloat],
  ...["int32", "sint32", "sfixed32", "int64", "sint64", "sfixed64", "uint32", "fixed32", "uint64", "fixed64"].map(
    (type) => [type, (value: Node) => fits(type)(asNumber(value))] as const,
  ),
]);

/** `google.protobuf.Int64Value` and similar types are written as the scalar that they wrap. */
const wrapped = ["Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes"];
const protobufWrappers = wrapped.flatMap((name) => {
  const test = protobufScalars.get(name.toLowerCase());
  return test ? [[`google.protobuf.${name}Value`, test] as const] : [];
});

/** ProtoJSON, "JSON representation" of the Protocol Buffers documentation. */
export const protobufTypes: ReadonlyMap<string, TypeTest> = new Map([
  ["message", isMap],
  ["map", isMap],
  ["repeated", isList],
  ["enum", (value) => isText(value) || fits("int32")(value)],
  ...protobufScalars,
  ...protobufWrappers,
  ["google.protobuf.Timestamp", isTimestamp],
  ["google.protobuf.Duration", isDuration],
  ["google.protobuf.Struct", isMap],
  ["google.protobuf.Value", () => true],
  ["google.protobuf.ListValue", isList],
  ["google.protobuf.NullValue", (value) => isNull(value) || (value.kind === "string" && value.value === "NULL_VALUE") || isInteger(value)],
  ["google.protobuf.FieldMask", isFieldMask],
  ["google.protobuf.Empty", (value) => value.kind === "map" && value.entries.length === 0],
  ["google.protobuf.Any", isMap],
]);

const formatted =
  (format: string): TypeTest =>
  (value) =>
    isText(value) && brokenFormat(format, value) === undefined;
const isTimeOnly: TypeTest = (value) =>
  value.kind === "string" && brokenFormat("time", { ...value, value: `${value.value}Z` }) === undefined;
const isDateTimeOnly: TypeTest = (value) =>
  value.kind === "string" && brokenFormat("date-time", { ...value, value: `${value.value}Z` }) === undefined;
/** RFC 7231 § 7.1.1.1, which `format: rfc2616` asks for. */
const isHttpDate: TypeTest = (value) =>
  value.kind === "string" && /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value.value);

/** RAML 1.0, "Built-in Types". */
export const ramlTypes: ReadonlyMap<string, TypeTest> = new Map([
  ["any", () => true],
  ["object", isMap],
  ["array", isList],
  ["string", isText],
  ["number", isNumber],
  ["integer", isInteger],
  ["boolean", isBoolean],
  ["null", isNull],
  ["nil", isNull],
  ["file", isText],
  ["date-only", formatted("date")],
  ["time-only", isTimeOnly],
  ["datetime-only", isDateTimeOnly],
  ["datetime", (value) => formatted("date-time")(value) || isHttpDate(value)],
]);
