import type { Decimal, Entry, Node } from "#text";
import { compareDecimals, decimalOf, reason, valueOf, isTrue } from "#text";
import type { KeywordCheck, KeywordVisit } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords } from "./wording.ts";

/** Computes 10^exponent modulo `by` by squaring, so an exponent of a billion takes thirty steps. */
function powerOfTen(exponent: number, by: bigint): bigint {
  let result = 1n;
  let base = 10n % by;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) % by;
    base = (base * base) % by;
  }
  return result % by;
}

/** The most digits. Longer numbers take too much time, and nobody writes them by hand. */
const LONGEST = 5_000;

/** Whether `value` is an exact integer multiple of `by`; `undefined` if there are too many digits to tell. */
export function isMultiple(value: Decimal, by: Decimal): boolean | undefined {
  if (value.digits === "") return true;
  if (by.digits === "") return false;
  if (value.digits.length > LONGEST || by.digits.length > LONGEST) return undefined;
  const exponent = value.point - value.digits.length - (by.point - by.digits.length);
  const divisor = BigInt(by.digits);
  if (exponent >= 0) return ((BigInt(value.digits) % divisor) * powerOfTen(exponent, divisor)) % divisor === 0n;
  // The divisor is a multiple of a larger power of ten than the value, which would have to end in that many zeros.
  return -exponent < value.digits.length && BigInt(value.digits) % (divisor * 10n ** BigInt(-exponent)) === 0n;
}

/** The digits of a number; `undefined` for other values, and for `.inf` and `.nan`, which JSON lacks and no bound refuses. */
function decimalIn(node: Node): Decimal | undefined {
  return node.kind === "number" ? decimalOf(node.raw) : undefined;
}

type LimitTest = (difference: number) => boolean;

function bound(words: string, holds: LimitTest): KeywordCheck {
  return (visit, entry) => {
    const limit = decimalIn(entry.value);
    const value = decimalIn(visit.instance);
    if (!limit || !value || holds(compareDecimals(value, limit))) return;
    fail(visit, entry, { expected: `must be ${words} ${inWords(entry.value)}`, found: inWords(visit.instance) });
  };
}

const least: LimitTest = (difference) => difference >= 0;
const above: LimitTest = (difference) => difference > 0;
const most: LimitTest = (difference) => difference <= 0;
const below: LimitTest = (difference) => difference < 0;

const multipleOf: KeywordCheck = (visit, entry) => {
  const by = decimalIn(entry.value);
  const value = decimalIn(visit.instance);
  if (!by || !value || by.digits === "") return;
  const multiple = isMultiple(value, by);
  if (multiple === undefined) visit.outcome.unknown ??= reason("digits");
  if (multiple === false) fail(visit, entry, { expected: `must be a multiple of ${inWords(entry.value)}`, found: inWords(visit.instance) });
};

/** Keywords for numbers. They compare digits, never doubles. */
export const numberKeywords = {
  multipleOf,
  minimum: bound("at least", least),
  maximum: bound("at most", most),
  exclusiveMinimum: bound("more than", above),
  exclusiveMaximum: bound("less than", below),
} satisfies Record<string, KeywordCheck>;

/** Applies `exclusiveMinimum: true` of draft 04 and OpenAPI 3.0, which makes the `minimum` beside it exclusive. */
function sharpened(flag: string, [loose, sharp]: readonly [KeywordCheck, KeywordCheck]): KeywordCheck {
  return (visit: KeywordVisit, entry: Entry) => {
    const value = valueOf(visit.schema, flag);
    const exclusive = isTrue(value);
    (exclusive ? sharp : loose)(visit, entry);
  };
}

/** The number keywords of draft 04. */
export const oldNumberKeywords = {
  multipleOf,
  minimum: sharpened("exclusiveMinimum", [bound("at least", least), bound("more than", above)]),
  maximum: sharpened("exclusiveMaximum", [bound("at most", most), bound("less than", below)]),
} satisfies Record<string, KeywordCheck>;
