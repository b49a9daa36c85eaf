import type { Node } from "#text";
import { reason, isTrue } from "#text";
import type { Conjunction } from "./conjunction.ts";
import { factsOf, isApart } from "./conjunction.ts";
import { number } from "./generated.ts";
import type { SampleAttempt, SamplePosition } from "./sample-attempt.ts";
import { without } from "./sample-attempt.ts";
import { plausibleNumber } from "./plausible.ts";

/** A number as an integer of units of 10^-scale. */
interface FixedPoint {
  readonly units: bigint;
  readonly scale: number;
}

const MOST_DIGITS = 400;

function fixedOf(raw: string): FixedPoint | undefined {
  const match = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(raw);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const scale = fraction.length - Number(exponent);
  const digits = whole + fraction;
  if (digits === "" || Math.abs(scale) + digits.length > MOST_DIGITS) return undefined;
  const units = BigInt(digits) * (sign === "-" ? -1n : 1n);
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

/** The range of a type or format. */
const ranges: Readonly<Record<string, readonly [string, string]>> = {
  int32: ["-2147483648", "2147483647"],
  int: ["-2147483648", "2147483647"],
  sint32: ["-2147483648", "2147483647"],
  sfixed32: ["-2147483648", "2147483647"],
  uint32: ["0", "4294967295"],
  fixed32: ["0", "4294967295"],
  uint64: ["0", "18446744073709551615"],
  fixed64: ["0", "18446744073709551615"],
  int64: ["-9223372036854775808", "9223372036854775807"],
  int16: ["-32768", "32767"],
  int8: ["-128", "127"],
  "time-millis": ["0", "86399999"],
  "time-micros": ["0", "86399999999"],
};

function limits(conjunction: Conjunction, keyword: string): FixedPoint[] {
  return factsOf(conjunction, keyword).flatMap((value) => (value.kind === "number" ? (fixedOf(value.raw) ?? []) : []));
}

function largest(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>((best, value) => (best === undefined || value > best ? value : best), undefined);
}

/**
 * The bounds and steps of a number. In draft 04 and OpenAPI 3.0 a boolean makes a bound exclusive; later drafts have keywords for that.
 * A number without steps has up to `digits` decimals.
 */
function boundsOf(conjunction: Conjunction, { isInteger, digits }: { isInteger: boolean; digits: number }): StepBounds {
  const types = conjunction.parts.flatMap((part) => [...part.types, part.format?.value ?? ""]).flatMap((name) => ranges[name] ?? []);
  const steps = limits(conjunction, "multipleOf").filter(({ units }) => units > 0n);
  const all = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((keyword) => limits(conjunction, keyword));
  const [lower = [], upper = [], above = [], below = []] = all;
  const deepest = [...all.flat(), ...steps].reduce((most, { scale }) => Math.max(most, scale), 0);
  // One more digit than written leaves room between two bounds.
  const scale = isInteger || steps.length > 0 ? deepest : Math.max(deepest + 1, digits);
  const unit = isInteger ? 10n ** BigInt(scale) : 1n;
  const step = steps
    .map((each) => rescaled(each, scale))
    .reduce((product, each) => (product % each === 0n ? product : product * each), unit);
  const nudge = (flag: string): bigint => (factsOf(conjunction, flag).some(isTrue) ? 1n : 0n);
  const range = types.flatMap((each) => fixedOf(each) ?? []).map((each) => rescaled(each, scale));
  const least = [
    ...lower.map((each) => rescaled(each, scale) + nudge("exclusiveMinimum")),
    ...above.map((each) => rescaled(each, scale) + 1n),
    ...range.filter((_, index) => index % 2 === 0),
  ];
  const most = [
    ...upper.map((each) => rescaled(each, scale) - nudge("exclusiveMaximum")),
    ...below.map((each) => rescaled(each, scale) - 1n),
    ...range.filter((_, index) => index % 2 === 1),
  ];
  const smallest = largest(most.map((each) => -each));
  return { least: largest(least), most: smallest === undefined ? undefined : -smallest, step, scale };
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
