/** The ranges of integer types and formats. */
import type { RangeDigits } from "./number-formats.ts";
import { numberFormats } from "./number-formats.ts";

const signed = (bits: bigint): RangeDigits => [String(-(2n ** (bits - 1n))), String(2n ** (bits - 1n) - 1n)];
const unsigned = (bits: bigint): RangeDigits => ["0", String(2n ** bits - 1n)];

/** The integers that a type or format holds: of OpenAPI's format registry, Avro 1.9 ("Primitive Types") and protobuf ("Scalar Value Types"). */
export const integerRanges: ReadonlyMap<string, RangeDigits> = new Map([
  ...["int32", "int", "sint32", "sfixed32"].map((name) => [name, signed(32n)] as const),
  ...["int64", "long", "sint64", "sfixed64"].map((name) => [name, signed(64n)] as const),
  ...["uint32", "fixed32"].map((name) => [name, unsigned(32n)] as const),
  ...["uint64", "fixed64"].map((name) => [name, unsigned(64n)] as const),
  ["int8", signed(8n)],
  ["int16", signed(16n)],
  ["time-millis", ["0", "86399999"]],
  ["time-micros", ["0", "86399999999"]],
]);

/** Whether a format is of integers, and values must keep it. */
export function isIntegerFormat(format: string | undefined): boolean {
  return format !== undefined && numberFormats.has(format) && integerRanges.has(format);
}
