/** Types of protobuf, and how they are written. */
import { generated } from "#verdicts";
import { integerRanges } from "#format";
import type { Property, Schema } from "#schema";
import { textFact } from "#schema";
import type { Node } from "#text";
import { asString } from "#text";

/** How messages are written: as bytes with the numbers of fields, or as JSON with their names. */
export type ProtobufEncoding = "wire" | "json";

/** Groups of types that can be read as each other (protobuf, "Updating A Message Type"). */
const WIRE_GROUPS: readonly (readonly string[])[] = [
  ["int32", "int64", "uint32", "uint64", "bool", "enum"],
  ["sint32", "sint64"],
  ["fixed32", "sfixed32"],
  ["fixed64", "sfixed64"],
  ["float"],
  ["double"],
  ["string", "bytes"],
];

const DEFINED = new Set([...WIRE_GROUPS.flat(), "message", "map", "repeated"]);

/** Whether protobuf itself, or the .proto text, says what a type is. */
export function isDefined(type: string): boolean {
  return DEFINED.has(type);
}

export function isSameWire(one: string, other: string): boolean {
  return one === other || WIRE_GROUPS.some((group) => group.includes(one) && group.includes(other));
}

type Range = readonly [least: bigint, most: bigint];

const RANGES: ReadonlyMap<string, Range> = new Map([
  ...[...integerRanges].map(([type, [least, most]]) => [type, [BigInt(least), BigInt(most)]] as const),
  // An enum is written as an int32.
  ["enum", [-(2n ** 31n), 2n ** 31n - 1n]],
  ["bool", [0n, 1n]],
]);

/** Whether values of a type are whole numbers, and no more than that. */
export function isInteger(type: string): boolean {
  return DEFINED.has(type) && integerRanges.has(type);
}

/** What is known of a type without its fields. The type of a map's key is no more than that. */
export type PlainType = Pick<Schema, "types" | "enum" | "name">;

export function typeOf({ types }: Pick<Schema, "types">): string {
  return types[0] ?? "";
}

/** A number of a field or enum value in decimal digits, however it is written. */
function digitsOf(written: string): string {
  const [, sign = "", digits = ""] = /^(-?)((?:0[xX][\da-fA-F]+)|\d+)$/.exec(written) ?? [];
  if (digits === "") return written;
  const isOctal = /^0[0-7]+$/.test(digits);
  return String(BigInt(isOctal ? `0o${digits}` : digits) * (sign === "" ? 1n : -1n));
}

export function fieldNumber(field: Property): string {
  return digitsOf(textFact(field, "field number") ?? "");
}

export interface EnumNumber {
  readonly name: string;
  readonly number: string;
}

/** The values of an enum in their order. Several names may have one number. */
export function enumNumbers({ enum: values = [] }: PlainType): readonly EnumNumber[] {
  return values.map(({ value, number = "" }) => ({ name: asString(value)?.value ?? "", number: digitsOf(number) }));
}

function rangeOf(schema: PlainType, isWriter: boolean): Range | undefined {
  const type = typeOf(schema);
  if (type !== "enum" || !isWriter) return RANGES.get(type);
  const numbers = enumNumbers(schema).flatMap(({ number }) => (/^-?\d+$/.test(number) ? [BigInt(number)] : []));
  if (numbers.length === 0) return [0n, 0n];
  return numbers.reduce<Range>(([least, most], each) => [each < least ? each : least, each > most ? each : most], [0n, 0n]);
}

/** A number that is written with one type and that another does not hold. A reader would take it for another number. */
export function outOfRange(writer: PlainType, reader: PlainType): { readonly witness: Node; readonly expected: string } | undefined {
  const [own, other] = [rangeOf(writer, true), rangeOf(reader, false)];
  if (!own || !other || (own[0] >= other[0] && own[1] <= other[1])) return undefined;
  const outside = own[1] > other[1] ? other[1] + 1n : other[0] - 1n;
  const named =
    typeOf(writer) === "enum"
      ? enumNumbers(writer).find(({ number }) => BigInt(number) < other[0] || BigInt(number) > other[1])
      : undefined;
  const witness = named ? generated.text(named.name) : generated.number(String(outside));
  return { witness, expected: `must be from ${other[0]} to ${other[1]}, because it is read as ${typeOf(reader)}` };
}

/** The name of a field as JSON: the option `json_name`, otherwise its name in lowerCamelCase (ProtoJSON). */
export function jsonName(field: Property): string {
  const written = (textFact(field, "json_name") ?? "").replace(/^["'](.*)["']$/s, "$1");
  return written === "" ? field.name.replace(/_+([^_]?)/g, (_, next: string) => next.toUpperCase()) : written;
}

export function sampleKey(map: Schema): string {
  return textFact(map, "map key") === "string" ? "a" : "1";
}

function valueOf({ additionalProperties: value }: Schema, depth: number): Node {
  return value && depth <= 20 ? sampleOf(value, depth + 1) : generated.text("a");
}

/** A small value of a type. */
export function sampleOf(schema: Schema, depth = 0): Node {
  const type = typeOf(schema);
  if (type === "repeated") return generated.list(schema.items ? [sampleOf(schema.items, depth)] : []);
  if (type === "map") return generated.object([[sampleKey(schema), valueOf(schema, depth)]]);
  if (type === "message") {
    const required = depth > 20 ? [] : schema.properties.filter((field) => field.required);
    return generated.object(required.map((field) => [field.name, sampleOf(field.schema, depth + 1)] as const));
  }
  if (type === "enum") return schema.enum?.[0]?.value ?? generated.text("");
  if (type === "bool") return generated.boolean(true);
  // In the JSON of protobuf, bytes are written as base64.
  if (type === "bytes") return generated.text("YQ==");
  return type === "string" ? generated.text("a") : generated.number("1");
}

/** The element type of a repeated field, otherwise the type itself. */
export function elementOf(schema: Schema): Schema {
  return typeOf(schema) === "repeated" && schema.items ? schema.items : schema;
}

/** The type as it is written in a .proto text, for messages. */
export function typeInWords(schema: Schema): string {
  const type = typeOf(schema);
  if (type === "repeated") return `repeated ${schema.items ? typeInWords(schema.items) : ""}`.trim();
  if (type === "map")
    return `map<${textFact(schema, "map key") ?? ""}, ${schema.additionalProperties ? typeInWords(schema.additionalProperties) : ""}>`;
  return schema.name ?? type;
}
