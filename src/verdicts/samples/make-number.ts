import { integerRanges } from "#format";
import type { Node } from "#text";
import { decimalOf, reason } from "#text";
import { MOST_DIGITS, numberFact, rangeOf } from "#schema";
import type { Conjunction } from "./conjunction.ts";
import { isApart } from "./conjunction.ts";
import { number, without } from "./sample-attempt.ts";
import type { SampleAttempt, SamplePosition } from "./sample-attempt.ts";
import { plausibleNumber } from "./plausible.ts";

/** A number as an integer of units of 10^-scale. */
interface FixedPoint {
  readonly units: bigint;
  readonly scale: number;
}

function fixedOf(raw: string): FixedPoint | undefined {
  const decimal = decimalOf(raw);
  if (!decimal) return undefined;
  const { digits, point, negative } = decimal;
  const scale = digits.length - point;
  if (Math.abs(scale) + digits.length > MOST_DIGITS) return undefined;
  const units = BigInt(digits) * (negative ? -1n : 1n);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

function rescaled({ units, scale }: FixedPoint, to: number): bigint {
  return units * 10n ** BigInt(to - scale);
}

function printed(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const fraction = scale === 0 ? "" : digits.slice(-scale).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${scale === 0 ? digits : digits.slice(0, -scale)}${fraction === "" ? "" : `.${fraction}`}`;
}

interface StepBounds {
  readonly least: bigint | undefined;
  readonly most: bigint | undefined;
  readonly step: bigint;
  readonly scale: number;
}

/** The bounds and steps of a number. One without steps has up to `digits` decimals. */
function boundsOf({ parts }: Conjunction, { isInteger, digits }: { isInteger: boolean; digits: number }): StepBounds {
  const { least, most } = rangeOf(parts, integerRanges);
  const steps = parts.flatMap((part) => fixedOf(numberFact(part, "multipleOf")?.raw ?? "") ?? []).filter(({ units }) => units > 0n);
  const [low, high] = [least, most].map((end) => fixedOf(end?.raw ?? ""));
  const deepest = [low, high, ...steps].reduce((most, each) => Math.max(most, each?.scale ?? 0), 0);
  // One more digit than written leaves room between two bounds.
  const scale = isInteger || steps.length > 0 ? deepest : Math.max(deepest + 1, digits);
  const unit = isInteger ? 10n ** BigInt(scale) : 1n;
  const step = steps
    .map((each) => rescaled(each, scale))
    .reduce((product, each) => (product % each === 0n ? product : product * each), unit);
  const inward = (bound: FixedPoint | undefined, by: bigint): bigint | undefined => bound && rescaled(bound, scale) + by;
  return { least: inward(low, least?.exclusive ? 1n : 0n), most: inward(high, most?.exclusive ? -1n : 0n), step, scale };
}

/** Rounds up to the next multiple of a step. */
function ceiling(value: bigint, step: bigint): bigint {
  const rest = value % step;
  if (rest === 0n) return value;
  return rest > 0n ? value - rest + step : value - rest;
}

/** The wanted number if it is allowed, otherwise the nearest one that is. */
function fitted(wanted: bigint, { least, most, step }: StepBounds): bigint | undefined {
  const start = least !== undefined && wanted < least ? least : wanted;
  const up = ceiling(start, step);
  if (most === undefined || up <= most) return up;
  const down = most >= 0n ? most - (most % step) : ceiling(most, step) - (most % step === 0n ? 0n : step);
  return least === undefined || down >= least ? down : undefined;
}

/** A number that fits name, bounds, steps and bits. It is exact for any number of digits. */
export function makeNumber(
  conjunction: Conjunction,
  spot: SamplePosition,
  { making, isInteger }: { making: SampleAttempt; isInteger: boolean },
): Node | undefined {
  const byName = fixedOf(plausibleNumber(spot.name) ?? "") ?? { units: isInteger ? 1n : 15n, scale: isInteger ? 0 : 1 };
  const bounds = boundsOf(conjunction, { isInteger, digits: byName.scale });
  const cut = byName.scale > bounds.scale ? byName.units / 10n ** BigInt(byName.scale - bounds.scale) : rescaled(byName, bounds.scale);
  const wanted = [cut + BigInt(spot.variant) * bounds.step, cut, ...[bounds.least ?? [], bounds.most ?? []].flat()];
  const values = wanted.flatMap((each) => fitted(each, bounds) ?? []).map((value) => number(printed(value, bounds.scale)));
  return values.find((value) => isApart(conjunction, value, making)) ?? without(making, reason("no-number"));
}
