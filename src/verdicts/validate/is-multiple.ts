import type { Decimal } from "#text";

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
