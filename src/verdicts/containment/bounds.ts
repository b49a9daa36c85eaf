import type { NumberNode } from "#text";
import { compareNumbers, decimalOf, isTrue } from "#text";
import type { Schema } from "#schema";
import { factOf } from "#schema";

/** One end of a range of numbers, with digits as written. */
export interface RangeEnd {
  readonly raw: string;
  readonly exclusive: boolean;
}

/** The range that a schema's keywords and number format state. */
export interface NumberRange {
  readonly least?: RangeEnd | undefined;
  readonly most?: RangeEnd | undefined;
}

/** The ranges of number formats that the validator asserts. */
const FORMAT_RANGES = new Map<string, readonly [least: string, most: string]>([
  ["int32", ["-2147483648", "2147483647"]],
  ["int64", ["-9223372036854775808", "9223372036854775807"]],
  ["float", ["-3.4028234663852886e38", "3.4028234663852886e38"]],
  ["double", ["-1.7976931348623157e308", "1.7976931348623157e308"]],
]);

/** Formats whose numbers are integers. */
export const WHOLE_FORMATS: ReadonlySet<string> = new Set(["int32", "int64"]);

export const NUMBER_FORMATS: ReadonlySet<string> = new Set(FORMAT_RANGES.keys());

export function numberFact(schema: Schema, keyword: string): NumberNode | undefined {
  const value = factOf(schema, keyword);
  return value?.kind === "number" ? value : undefined;
}

/** The tighter of two ends. `sign` is 1 for a least, -1 for a most. */
function tighter(a: RangeEnd | undefined, b: RangeEnd | undefined, sign: 1 | -1): RangeEnd | undefined {
  if (!a || !b) return a ?? b;
  const order = (compareNumbers(a.raw, b.raw) ?? 0) * sign;
  if (order !== 0) return order > 0 ? a : b;
  return a.exclusive ? a : b;
}

/** The ends that keywords state; `exclusive…` is a flag in draft 04 and a number later. */
function stated(schema: Schema, end: "minimum" | "maximum", sign: 1 | -1): RangeEnd | undefined {
  const exclusiveKeyword = end === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const plain = numberFact(schema, end);
  const exclusive = numberFact(schema, exclusiveKeyword);
  return tighter(
    plain && { raw: plain.raw, exclusive: isTrue(factOf(schema, exclusiveKeyword)) },
    exclusive && { raw: exclusive.raw, exclusive: true },
    sign,
  );
}

/** The range that all schemas share. */
export function rangeOf(schemas: readonly Schema[]): NumberRange {
  let least: RangeEnd | undefined;
  let most: RangeEnd | undefined;
  for (const schema of schemas) {
    const [low, high] = FORMAT_RANGES.get(schema.format?.value ?? "") ?? [];
    least = tighter(tighter(least, stated(schema, "minimum", 1), 1), low === undefined ? undefined : { raw: low, exclusive: false }, 1);
    most = tighter(tighter(most, stated(schema, "maximum", -1), -1), high === undefined ? undefined : { raw: high, exclusive: false }, -1);
  }
  return { least, most };
}

/** Digits of the integers to which ends are rounded. Others stay as they are. */
const MOST_DIGITS = 400;

/** The first multiple of a step within an end of a range. */
function inward(end: RangeEnd | undefined, step: bigint, sign: 1 | -1): RangeEnd | undefined {
  const decimal = end && decimalOf(end.raw);
  if (!decimal || Math.abs(decimal.point) > MOST_DIGITS) return end;
  const { digits, point, negative } = decimal;
  const whole = BigInt(digits.slice(0, Math.max(0, point)).padEnd(point, "0") || "0");
  const hasFraction = digits.length > Math.max(0, point);
  // The other end is the same on a line that is turned around.
  const nearest = negative === (sign === 1) ? -whole : whole + (hasFraction ? 1n : 0n);
  const first = end.exclusive && !hasFraction ? nearest + 1n : nearest;
  const past = ((first % step) + step) % step;
  return { raw: String((past === 0n ? first : first + step - past) * BigInt(sign)), exclusive: false };
}

/** The range of the multiples of a step in a range. */
export function rangeInSteps({ least, most }: NumberRange, step: bigint): NumberRange {
  return { least: inward(least, step, 1), most: inward(most, step, -1) };
}

/** The range that both share. */
export function sharedRange(a: NumberRange, b: NumberRange): NumberRange {
  return { least: tighter(a.least, b.least, 1), most: tighter(a.most, b.most, -1) };
}

/** The two parts of a range at an end of another that lies within it. */
export function partsAt(range: NumberRange, ends: NumberRange): readonly NumberRange[] {
  const turned = (end: RangeEnd | undefined): RangeEnd | undefined => end && { raw: end.raw, exclusive: !end.exclusive };
  const cuts: NumberRange[] = [
    { most: turned(ends.least), least: ends.least },
    { most: ends.most, least: turned(ends.most) },
  ];
  const cut = cuts.find(({ least, most }) => least && most && beyond(range, { least }) && beyond(range, { most }));
  return cut ? [sharedRange(range, { most: cut.most }), sharedRange(range, { least: cut.least })] : [];
}

/** Whether the end `inner` is at least as strict as `outer`. */
function isWithin(inner: RangeEnd | undefined, outer: RangeEnd | undefined, sign: 1 | -1): boolean {
  if (!outer) return true;
  if (!inner) return false;
  const order = (compareNumbers(inner.raw, outer.raw) ?? Number.NaN) * sign;
  return order > 0 || (order === 0 && (inner.exclusive || !outer.exclusive));
}

/** The end of `outer` that `inner` reaches beyond, if any. */
export function beyond(inner: NumberRange, outer: NumberRange): RangeEnd | undefined {
  if (!isWithin(inner.least, outer.least, 1)) return outer.least;
  return isWithin(inner.most, outer.most, -1) ? undefined : outer.most;
}

/** Whether no number lies in a range. */
export function isEmptyRange({ least, most }: NumberRange): boolean {
  if (!least || !most) return false;
  const order = compareNumbers(least.raw, most.raw);
  return order !== undefined && (order > 0 || (order === 0 && (least.exclusive || most.exclusive)));
}

/** Numbers in and around a range, to try as witnesses. They have the digits of a double, or are integers of any size. */
export function numbersAbout({ least, most }: NumberRange): readonly string[] {
  const found = new Set<string>();
  for (const bound of [least, most]) {
    if (!bound) continue;
    found.add(bound.raw);
    if (/^-?\d+$/.test(bound.raw)) {
      for (const step of [-1n, 1n]) found.add(String(BigInt(bound.raw) + step));
      found.add(`${bound.raw}.5`);
    } else {
      for (const step of [-1, 1, -0.5, 0.5]) found.add(String(Number(bound.raw) + step));
    }
  }
  for (const each of ["0", "1", "-1", "0.5", "1000000007"]) found.add(each);
  return [...found].filter((raw) => !/[NI]/.test(raw));
}
