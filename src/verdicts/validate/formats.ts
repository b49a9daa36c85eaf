import type { Decimal, Node } from "#text";
import { compareDecimals, decimalOf, isInteger } from "#text";
import { dateFormats } from "./format-dates.ts";
import { hostFormats } from "./format-hosts.ts";
import { uriFormats } from "./format-uris.ts";
import type { TextFormat } from "./text-format.ts";

/** RFC 4648 § 4, with padding and without line breaks. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** `binary` and `password` are here so that they count as known: any text is one. */
const texts = new Map<string, TextFormat>([
  ...Object.entries(dateFormats),
  ...Object.entries(hostFormats),
  ...Object.entries(uriFormats),
  ["byte", { name: "base64 (RFC 4648)", accepts: isBase64 }],
  ["regex", { name: "a regular expression (ECMA-262)", accepts: isRegex }],
]);

function between(least: string, most: string): readonly [Decimal, Decimal] {
  const zero = { negative: false, digits: "", point: 0 };
  return [decimalOf(least) ?? zero, decimalOf(most) ?? zero];
}

interface NumberFormat {
  readonly name: string;
  readonly range: readonly [Decimal, Decimal];
  readonly whole: boolean;
}

/** IEEE 754: the largest finite values; digits that a float rounds away are no failure. */
const numbers = new Map<string, NumberFormat>([
  ["int32", { name: "a 32-bit integer", range: between("-2147483648", "2147483647"), whole: true }],
  ["int64", { name: "a 64-bit integer", range: between("-9223372036854775808", "9223372036854775807"), whole: true }],
  ["float", { name: "a 32-bit float", range: between("-3.4028234663852886e38", "3.4028234663852886e38"), whole: false }],
  ["double", { name: "a 64-bit float", range: between("-1.7976931348623157e308", "1.7976931348623157e308"), whole: false }],
]);

/** Whether a format is asserted: whether some text or number may break it. */
export function knowsFormat(format: string): boolean {
  return texts.has(format) || numbers.has(format);
}

/** What a value of this format must be, in words, where the value is not one; `undefined` where it is, or the format is not known. */
export function brokenFormat(format: string, value: Node): string | undefined {
  if (value.kind === "string") {
    const text = texts.get(format);
    return text && !text.accepts(value.value) ? text.name : undefined;
  }
  const number = value.kind === "number" ? numbers.get(format) : undefined;
  if (!number || value.kind !== "number") return undefined;
  const decimal = decimalOf(value.raw);
  const [least, most] = number.range;
  const fits =
    decimal && (!number.whole || isInteger(decimal)) && compareDecimals(decimal, least) >= 0 && compareDecimals(decimal, most) <= 0;
  return fits ? undefined : number.name;
}
