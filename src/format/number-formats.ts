/** The number formats that values must keep. */

/** The least and greatest number, digits as written. */
export type RangeDigits = readonly [least: string, most: string];

/** For floats, the largest finite values (IEEE 754); digits that one rounds away are allowed. */
export const numberFormats: ReadonlyMap<string, RangeDigits> = new Map([
  ["int32", ["-2147483648", "2147483647"]],
  ["int64", ["-9223372036854775808", "9223372036854775807"]],
  ["float", ["-3.4028234663852886e38", "3.4028234663852886e38"]],
  ["double", ["-1.7976931348623157e308", "1.7976931348623157e308"]],
]);
