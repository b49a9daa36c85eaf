import type { Schema } from "#schema";
import { factOf } from "#schema";
import type { Node } from "#text";
import { compareDecimals, counted, decimalOf, isIntegerNode } from "#text";
import { brokenFormat } from "./formats.ts";

/** Says what a value must be if it breaks a logical type. `undefined` if it does not, or if its schema may not have the type. */
type LogicalType = (value: Node, schema: Schema) => string | undefined;

function wholeFact(schema: Schema, keyword: string): number | undefined {
  const value = factOf(schema, keyword);
  return value?.kind === "number" && isIntegerNode(value) && value.value >= 0 ? value.value : undefined;
}

/** The number of digits that any number of this many bytes in two's complement has room for. */
const digitsOf = (octets: number): number => Math.floor((8 * octets - 1) * Math.log10(2));

/** The number of digits that a decimal may have; `undefined` if precision and scale are invalid, so that it is plain bytes. */
function precisionOf(schema: Schema): number | undefined {
  const precision = wholeFact(schema, "precision") ?? 0;
  const scale = factOf(schema, "scale") ? wholeFact(schema, "scale") : 0;
  if (precision === 0 || scale === undefined || scale > precision) return undefined;
  if (schema.types.includes("bytes")) return precision;
  const size = schema.types.includes("fixed") ? wholeFact(schema, "size") : undefined;
  return size !== undefined && precision <= digitsOf(size) ? precision : undefined;
}

/** Whether bytes, written as characters, are a number with at most this many digits. Their count often tells without making the number. */
function hasDigits(octets: string, precision: number): boolean {
  const isNegative = (octets.charCodeAt(0) & 0x80) !== 0;
  const digits = octets.replace(isNegative ? /^\u00ff+/ : /^\0+/, "");
  if (digitsOf(digits.length + 1) < precision) return true;
  if (digitsOf(digits.length) >= precision + 3) return false;
  const hex = Array.from(digits, (each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const unsigned = BigInt(`0x0${hex}`);
  const size = isNegative ? (1n << BigInt(8 * digits.length)) - unsigned : unsigned;
  return size < 10n ** BigInt(precision);
}

const decimal: LogicalType = (value, schema) => {
  const precision = precisionOf(schema);
  if (precision === undefined || value.kind !== "string" || hasDigits(value.value, precision)) return undefined;
  return `must be a decimal of at most ${counted(precision, "digit")}, as the octets of its unscaled number`;
};

function uuid(value: Node, { types }: Schema): string | undefined {
  const name = types.includes("string") && value.kind === "string" ? brokenFormat("uuid", value) : undefined;
  return name && `must be ${name}`;
}

/** A time of day, in some unit since midnight. */
function time(type: string, unit: string, most: string): LogicalType {
  const first = decimalOf("0");
  const last = decimalOf(most);
  return (value, { types }) => {
    const number = types.includes(type) && value.kind === "number" ? decimalOf(value.raw) : undefined;
    if (!number || !first || !last) return undefined;
    const isInDay = compareDecimals(number, first) >= 0 && compareDecimals(number, last) <= 0;
    return isInDay ? undefined : `must be the ${unit} since midnight, from 0 to ${most}`;
  };
}

/**
 * Avro 1.12, "Logical Types". The others (`date`, `duration`, timestamps, `uuid` of a fixed) accept every value of their type. A
 * logical type that its schema may not have is ignored, as the specification says.
 */
export const avroLogicalTypes: ReadonlyMap<string, LogicalType> = new Map([
  ["decimal", decimal],
  ["uuid", uuid],
  ["time-millis", time("int", "milliseconds", "86399999")],
  ["time-micros", time("long", "microseconds", "86399999999")],
]);
