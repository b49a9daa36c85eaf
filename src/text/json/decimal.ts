import type { Node, NumberNode } from "./node.ts";

/**
 * A number by its digits: `sign × 0.digits × 10^point`, digits without leading or trailing zeros (none for zero).
 * Exact for any length; a double would make 9223372036854775807 and ...808 the same number.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

const RADIX = /^([-+]?)0([xob])([0-9a-f]+)$/i;
const WRITTEN = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i;

/** Numbers of more digits are not computed with: their powers of ten would fill the memory. */
export const MOST_DIGITS = 400;

/** Larger exponents count as this one, so that the power stays an exact integer. */
const MOST_POWER = 10 ** 15;

/** YAML 1.2 writes integers as `0x1F` and `0o17` too. */
function plain(raw: string): string {
  const radix = RADIX.exec(raw);
  if (!radix) return raw;
  const [, sign = "", letter = "", digits = ""] = radix;
  try {
    return sign + BigInt(`0${letter.toLowerCase()}${digits}`).toString();
  } catch {
    return raw;
  }
}

/** The decimal of a number as written; `undefined` for `.inf` and `.nan`, which have no digits. */
export function decimalOf(raw: string): Decimal | undefined {
  const match = WRITTEN.exec(plain(raw.trim()));
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole + fraction === "") return undefined;
  const all = whole + fraction;
  const leading = all.length - all.replace(/^0+/, "").length;
  const digits = all.slice(leading).replace(/(?<!0)0+$/, "");
  if (digits === "") return { negative: false, digits: "", point: 0 };
  const power = Math.max(-MOST_POWER, Math.min(MOST_POWER, Number(exponent)));
  return { negative: sign === "-", digits, point: whole.length - leading + power };
}

/** Whether a decimal has no fraction: `1.0` and `1e3` are integers (JSON Schema draft 06 and later). */
export function isInteger({ digits, point }: Decimal): boolean {
  return digits.length <= point || digits === "";
}

/** Whether a number is an integer by its digits: 1.00000000000000000001 is not, though the nearest double is. */
export function isIntegerNode({ value, raw }: NumberNode): boolean {
  // The common case, without parsing the digits.
  if (Number.isSafeInteger(value) && String(value) === raw) return true;
  const decimal = decimalOf(raw);
  return decimal !== undefined && isInteger(decimal);
}

/** The value of a size: a whole number, not negative; `undefined` for anything else. */
export function sizeIn(node: Node | undefined): number | undefined {
  return node?.kind === "number" && node.value >= 0 && isIntegerNode(node) ? node.value : undefined;
}

function compareMagnitude(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.point !== b.point) return a.point - b.point;
  if (a.digits === b.digits) return 0;
  // Both start with a non-zero digit of the same power, so the order of the texts is the order of the numbers.
  return a.digits < b.digits ? -1 : 1;
}

/** Negative if `a` is smaller, zero if both are the same number. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const order = compareMagnitude(a, b);
  return a.negative ? 0 - order : order;
}

/** {@link compareDecimals} for numbers as they are written; `undefined` if either has no digits (`.inf`). */
export function compareNumbers(left: string, right: string): number | undefined {
  const a = decimalOf(left);
  const b = decimalOf(right);
  return a && b && compareDecimals(a, b);
}

/** A map key: equal for equal numbers, however they are written. */
export function decimalKey({ negative, digits, point }: Decimal): string {
  return `${negative ? "-" : ""}${digits}e${point}`;
}
