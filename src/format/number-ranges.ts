/** The ranges of numbers, by type and format. */

/** The least and greatest number, digits as written. */
export type RangeDigits = readonly [least: string, most: string];

/** For floats, the largest finite values (IEEE 754); digits that one rounds away are allowed. */
export const numberFormats: ReadonlyMap<string, RangeDigits> = new Map([
  ["int32", ["-2147483648", "2147483647"]],
  ["int64", ["-9223372036854775808", "9223372036854775807"]],
  ["float", ["-3.4028234663852886e38", "3.4028234663852886e38"]],
  ["double", ["-1.7976931348623157e308", "1.7976931348623157e308"]],
]);

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
