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

/** The number that digits write, or `undefined` where they write none (`.inf`, `.nan`). */
export function decimalOf(raw: string): Decimal | undefined {
  const match = WRITTEN.exec(plain(raw.trim()));
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole + fraction === "") return undefined;
  const all = whole + fraction;
  const leading = all.length - all.replace(/^0+/, "").length;
  const digits = all.slice(leading).replace(/(?<!0)0+$/, "");
  if (digits === "") return { negative: false, digits: "", point: 0 };
  return { negative: sign === "-", digits, point: whole.length - leading + Number(exponent) };
}

/** Whether it has no digit behind the point: `1.0` and `1e3` are integers (draft 06 and later). */
export function isInteger({ digits, point }: Decimal): boolean {
  return digits.length <= point || digits === "";
}

function compareMagnitude(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.point !== b.point) return a.point - b.point;
  if (a.digits === b.digits) return 0;
  // Both start with a digit that is not zero, at the same place: the order of texts is that of numbers.
  return a.digits < b.digits ? -1 : 1;
}

/** Below zero where `a` is smaller, zero where they are the same number. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const order = compareMagnitude(a, b);
  return a.negative ? 0 - order : order;
}

/** 10^exponent modulo `by`, by squaring: an exponent of a billion costs thirty steps. */
function powerOfTen(exponent: number, by: bigint): bigint {
  let result = 1n;
  let base = 10n % by;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) % by;
    base = (base * base) % by;
  }
  return result % by;
}

/** Longer ones take more time than a page is worth; nobody writes them by hand. */
const LONGEST = 5_000;

/** Whether `value` is `by` times an integer, exactly; `undefined` where there are too many digits to tell. */
export function isMultiple(value: Decimal, by: Decimal): boolean | undefined {
  if (value.digits === "") return true;
  if (by.digits === "") return false;
  if (value.digits.length > LONGEST || by.digits.length > LONGEST) return undefined;
  const exponent = value.point - value.digits.length - (by.point - by.digits.length);
  const divisor = BigInt(by.digits);
  if (exponent >= 0) return ((BigInt(value.digits) % divisor) * powerOfTen(exponent, divisor)) % divisor === 0n;
  // The divisor is a multiple of a larger power of ten than the value: it would have to end in that many zeros.
  return -exponent < value.digits.length && BigInt(value.digits) % (divisor * 10n ** BigInt(-exponent)) === 0n;
}
