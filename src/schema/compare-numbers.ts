interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** Significant digits without zeros at either end, read as `0.digits × 10^exponent`. */
  readonly digits: string;
  readonly exponent: number;
}

function decimal(raw: string): Decimal | undefined {
  const found = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(raw);
  if (!found || raw === "" || raw === ".") return undefined;
  const [, minus, whole = "", fraction = "", power = "0"] = found;
  const leading = (whole + fraction).replace(/^0+/, "");
  const digits = leading.replace(/(?<!0)0+$/, "");
  const exponent = Number(power) + leading.length - fraction.length;
  return { sign: digits === "" ? 0 : minus === "-" ? -1 : 1, digits, exponent: digits === "" ? 0 : exponent };
}

/**
 * Compares two numbers by their digits as written, so that 64-bit and decimal values are exact: negative, zero or positive.
 * `undefined` where either is not decimal (`.inf`).
 */
export function compareNumbers(left: string, right: string): number | undefined {
  const a = decimal(left);
  const b = decimal(right);
  if (!a || !b) return undefined;
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent);
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

/** A text that two numbers share exactly where they are the same number, however they are written. */
export function numberText(raw: string): string {
  const known = decimal(raw);
  return known ? `${known.sign}.${known.digits}e${known.exponent}` : raw.toLowerCase();
}
