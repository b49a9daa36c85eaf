import type { NumberRange, RangeEnd } from "#schema";
import { MOST_DIGITS, stricter } from "#schema";
import { compareNumbers, decimalOf } from "#text";

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
  return { least: stricter(a.least, b.least, 1), most: stricter(a.most, b.most, -1) };
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
