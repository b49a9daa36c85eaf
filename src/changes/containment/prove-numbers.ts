import { isIntegerFormat } from "#format";
import type { NumberRange, Schema, RangeEnd } from "#schema";
import { numberFact, rangeOf, stricter } from "#schema";
import type { Node } from "#text";
import { decimalOf, compareNumbers, MOST_DIGITS } from "#text";
import { generated, isMultiple } from "#verdicts";
import type { Cell, Proof, ProofResult } from "./proof.ts";
import { together } from "./proof.ts";

export function numbersWithin(proof: Proof, cell: Cell, b: Schema): ProofResult {
  const results: ProofResult[] = [];
  const inner = numbersOf(cell);
  const outer = rangeOf([b]);
  const end = beyond(inner, outer);
  const numbers = (): readonly Node[] => [...numbersAbout(outer), ...numbersAbout(inner)].map((raw) => generated.number(raw));
  if (end) results.push(proof.gap(cell, end === outer.least ? "minimum" : "maximum", b.node, proof.accepted(cell, numbers())));
  const step = numberFact(b, "multipleOf");
  if (step && !hasStep(cell, step.raw)) {
    results.push(proof.gap(cell, "multipleOf", b.node, proof.accepted(cell, [...stepsOf(cell), ...numbers()])));
  }
  if (isIntegerFormat(b.format?.value) && !isWhole(cell)) {
    results.push(proof.gap(cell, "format", b.node, fractionsOf(proof, cell)));
  }
  return together(results);
}

/** The range of a cell's numbers. Its ends are numbers of the cell, where they have to be multiples of an integer. */
export function numbersOf(cell: Cell): NumberRange {
  const range = sharedRange(rangeOf(cell.parts), cell.range ?? {});
  const steps = cell.parts.flatMap((part) => numberFact(part, "multipleOf")?.raw ?? []).filter((raw) => /^[1-9]\d{0,20}$/.test(raw));
  const [step] = [...steps, ...(isWhole(cell) ? ["1"] : [])];
  return step === undefined ? range : rangeInSteps(range, BigInt(step));
}

function hasStep(cell: Cell, raw: string): boolean {
  const wanted = decimalOf(raw);
  const steps = [...cell.parts.flatMap((part) => numberFact(part, "multipleOf")?.raw ?? []), ...(isWhole(cell) ? ["1"] : [])];
  return steps.some((step) => {
    const own = decimalOf(step);
    return wanted !== undefined && own !== undefined && isMultiple(own, wanted) === true;
  });
}

/** Small multiples of the cell's `multipleOf`. */
function stepsOf(cell: Cell): readonly Node[] {
  const steps = cell.parts.flatMap((part) => numberFact(part, "multipleOf")?.value ?? []);
  return steps.flatMap((step) => [1, 2, 3, 5, 7, -1].map((times) => generated.number(String(step * times))));
}

/** Numbers of a cell that are not integers. */
export function fractionsOf(proof: Proof, cell: Cell): readonly Node[] {
  if (cell.type !== "number" || isWhole(cell)) return [];
  const numbers = numbersAbout(rangeOf(cell.parts)).map((raw) => generated.number(raw));
  return proof.accepted(
    cell,
    numbers.filter(({ value }) => !Number.isInteger(value)),
  );
}

export function isWhole(cell: Cell): boolean {
  if (cell.whole) return true;
  return cell.parts.some((part) => {
    const step = decimalOf(numberFact(part, "multipleOf")?.raw ?? "");
    const one = decimalOf("1");
    if (isIntegerFormat(part.format?.value)) return true;
    return step !== undefined && one !== undefined && isMultiple(step, one) === true;
  });
}

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
function sharedRange(a: NumberRange, b: NumberRange): NumberRange {
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
function beyond(inner: NumberRange, outer: NumberRange): RangeEnd | undefined {
  if (!isWithin(inner.least, outer.least, 1)) return outer.least;
  return isWithin(inner.most, outer.most, -1) ? undefined : outer.most;
}

/** Numbers in and around a range, to try as witnesses. They have the digits of a double, or are integers of any size. */
function numbersAbout({ least, most }: NumberRange): readonly string[] {
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
