import { generated } from "#verdicts";
import { isIntegerFormat } from "#format";
import type { NumberRange, Schema } from "#schema";
import { numberFact, rangeOf } from "#schema";
import type { Node } from "#text";
import { decimalOf } from "#text";
import { isMultiple } from "#verdicts";
import { beyond, numbersAbout, rangeInSteps, sharedRange } from "./bounds.ts";
import type { Cell } from "./cell.ts";
import type { Proof, ProofResult } from "./proof.ts";
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
