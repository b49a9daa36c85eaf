import { integerRanges } from "#format";
import type { Schema, JsonType, Language } from "#schema";
import { factOf, sizesOf, impliedTypes, typesInCommon, isJsonSchema, numberFact, rangeOf } from "#schema";
import type { Node } from "#text";
import { isTrue, printJson, reason, decimalOf, MOST_DIGITS, MOST_ON_PAGE } from "#text";
import { makeObject } from "./make-object.ts";
import { makeText, plausibleNumber } from "./make-text.ts";
import type { Conjunction, SampleAttempt, SamplePosition } from "./sample-attempt.ts";
import { conjunctionOf, boolean, list, nothing, number, text, without, isApart } from "./sample-attempt.ts";

/** A type of JSON values, integers apart. */
type JsonKind = JsonType | "integer";

const json: Readonly<Record<string, JsonKind>> = {
  object: "object",
  array: "array",
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** The types of Avro, protobuf and RAML, except those that {@link integerRanges} has. */
const others: ReadonlyMap<string, JsonKind> = new Map([
  ...["record", "error", "map", "message", "google.protobuf.Struct", "google.protobuf.Empty"].map((type) => [type, "object"] as const),
  ...["repeated", "google.protobuf.ListValue"].map((type) => [type, "array"] as const),
  ...["enum", "fixed", "bytes", "date-only", "time-only", "datetime-only", "datetime", "file"].map((type) => [type, "string"] as const),
  ...["Timestamp", "Duration", "FieldMask"].map((type) => [`google.protobuf.${type}`, "string"] as const),
  ...["float", "double"].map((type) => [type, "number"] as const),
  ["bool", "boolean"],
  ["nil", "null"],
]);

/** The kind of a type. `google.protobuf.Int64Value` and similar types are written as the scalar that they wrap. */
function kindOf(type: string, language: Language): JsonKind | undefined {
  const scalar = /^google\.protobuf\.(?!Null)(\w+)Value$/.exec(type)?.[1]?.toLowerCase() ?? type;
  const own = isJsonSchema(language)
    ? undefined
    : (others.get(type) ?? others.get(scalar) ?? (integerRanges.has(scalar) ? "integer" : undefined));
  return own ?? (Object.hasOwn(json, scalar) ? json[scalar] : undefined);
}

/** The type that the keywords of schemas without `type` imply. */
function implied({ parts }: Conjunction): JsonKind | undefined {
  const meant = new Set<JsonKind>(parts.flatMap(impliedTypes));
  if (!meant.has("object") && !meant.has("array") && parts.some((part) => part.format)) return "string";
  return (["object", "array", "string", "number"] as const).find((kind) => meant.has(kind));
}

/** The kinds that all parts allow, in the order in which they are stated. If none is stated, the one that the keywords imply. */
function kindsOf(conjunction: Conjunction): readonly JsonKind[] {
  const stated = conjunction.parts.map(({ types, language }) => types.flatMap((type) => kindOf(type, language) ?? []));
  if (stated.some(({ length }) => length > 0)) return typesInCommon(stated);
  const meant = implied(conjunction);
  return meant ? [meant] : [];
}

/** The value of OpenAPI's `example`. Many authors write it, though the format does not have it. */
function singleExample({ otherKeywords }: Schema): Node[] {
  const entry = otherKeywords.find(({ key }) => key === "example");
  return entry ? [entry.value] : [];
}

/** Values that the schema gives. They tell more than generated ones. */
function named({ parts }: Conjunction, { plan }: SampleAttempt): Node[] {
  const constants = parts.flatMap((part) => part.const ?? []);
  const written = parts.flatMap((part) => [...part.examples, ...singleExample(part), ...(part.default ? [part.default] : [])]);
  const given = written.length > 0 && plan.given ? written : [];
  const values = parts.flatMap((part) => (part.enum ?? []).map((each) => each.value));
  const isNull = (value: Node): boolean => value.kind === "null";
  return [...constants, ...given.filter((value) => !isNull(value)), ...values.filter((value) => !isNull(value)), ...values.filter(isNull)];
}

function isClosed({ parts }: Conjunction): boolean {
  return parts.some((part) => part.const ?? part.enum);
}

function fromNamed(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  const values = named(conjunction, making);
  const turned = [...values.slice(spot.variant), ...values.slice(0, spot.variant)];
  return turned.find((value) => conjunction.parts.every((part) => making.accepts(part, value)));
}

function ofKind(
  kind: JsonKind,
  { conjunction, spot }: { conjunction: Conjunction; spot: SamplePosition },
  making: SampleAttempt,
): Node | undefined {
  switch (kind) {
    case "object":
      return makeObject(conjunction, spot, making);
    case "array":
      return makeList(conjunction, spot, making);
    case "string":
      return makeText(conjunction, spot, making);
    case "boolean":
      return boolean(spot.variant % 2 === 0);
    case "null":
      return nothing();
    default:
      return makeNumber(conjunction, spot, { making, isInteger: kind === "integer" });
  }
}

/** How often a required property may lead back to its own schema, before another branch ends it. */
const MOST_NESTED = 20;

function kindFor(conjunction: Conjunction, making: SampleAttempt): JsonKind | "any" | undefined {
  const kinds = kindsOf(conjunction);
  const kind = kinds.find((each) => each !== "null") ?? kinds[0];
  if (kind) return kind;
  const isStated = conjunction.parts.some((part) => part.types.length > 0);
  return isStated ? without(making, reason("types-contradict")) : "any";
}

/** Runs a function that makes a value, with the schemas marked as open. */
function opening(
  kind: JsonKind,
  { conjunction, spot }: { conjunction: Conjunction; spot: SamplePosition },
  making: SampleAttempt,
): Node | undefined {
  const opened = conjunction.parts.filter((part) => !making.open.has(part));
  if (opened.length < conjunction.parts.length && spot.depth > MOST_NESTED) {
    return without(making, reason("endless"));
  }
  for (const part of opened) making.open.add(part);
  const value = ofKind(kind, { conjunction, spot }, making);
  for (const part of opened) making.open.delete(part);
  return value;
}

/** The cost of a value, in names, branches and given values visited: a schema with thousands costs more than a step. */
function looksOf({ parts }: Conjunction): number {
  const lists = parts.flatMap((part) => [
    part.types,
    part.required,
    part.oneOf,
    part.anyOf,
    part.enum ?? [],
    part.examples,
    part.otherKeywords,
  ]);
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** Makes one value that all schemas should accept. */
export function makeValue(schemas: readonly Schema[], spot: SamplePosition, making: SampleAttempt): Node | undefined {
  making.left -= 1;
  if (making.left < 0) return without(making, reason("too-large"));
  const conjunction = conjunctionOf(schemas, making);
  if (!conjunction) return undefined;
  if (!making.affords(looksOf(conjunction))) {
    making.left = -1;
    return without(making, reason("too-large"));
  }
  const given = fromNamed(conjunction, spot, making);
  if (given) return given;
  if (isClosed(conjunction)) return without(making, reason("none-accepted"));
  const kind = kindFor(conjunction, making);
  if (kind !== "any") return kind && opening(kind, { conjunction, spot }, making);
  return spot.depth === 0 ? makeObject(conjunction, spot, making) : text("sample");
}

/** The schemas for the item at an index: its place in a tuple, the schema for further items, or the one for all. */
function schemasAt({ parts }: Conjunction, index: number): readonly Schema[] {
  return parts.flatMap((part) => {
    const own = part.tuple ? (part.tuple[index] ?? part.additionalItems) : part.items;
    return own ? [own] : [];
  });
}

interface ItemCounts {
  readonly wanted: number;
  readonly least: number;
}

function countsOf(conjunction: Conjunction): ItemCounts {
  const { least, most } = sizesOf(conjunction.parts, "Items");
  const tuple = conjunction.parts.reduce((most, part) => Math.max(most, part.tuple?.length ?? 0), 0);
  return { wanted: Math.min(Math.max(least, tuple, 1), most), least };
}

/** Makes items that differ, as `uniqueItems` requires. It tries as many variants as it takes, up to a limit. */
function different(
  schemas: readonly Schema[],
  spot: SamplePosition,
  { making, met }: { making: SampleAttempt; met: Set<string> },
): Node | undefined {
  for (let variant = spot.variant; variant < spot.variant + 10; variant += 1) {
    const value = making.make(schemas, { ...spot, variant });
    if (!value || !met.has(printJson(value))) return value;
  }
  return undefined;
}

/** A short value for a schema without constraints. */
function anything(index: number): Node {
  return index % 2 === 0 ? text("sample") : number(String(index));
}

/** A list of one item, or as many as the schema needs. A recursive item is left out if the list may be empty. */
export function makeList(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  const { wanted, least } = countsOf(conjunction);
  if (least > MOST_ON_PAGE) return without(making, reason("long-list", { size: least }));
  const mustDiffer = conjunction.parts.some((part) => isTrue(factOf(part, "uniqueItems")));
  const contained = conjunction.parts.flatMap((part) => part.contains ?? []);
  const met = new Set<string>();
  const items: Node[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const schemas = [...schemasAt(conjunction, index), ...(index === 0 ? contained : [])];
    const below: SamplePosition = { name: spot.name.replace(/s$/, ""), depth: spot.depth + 1, variant: mustDiffer ? index : 0 };
    const before = making.reason;
    const item = schemas.length === 0 ? anything(index) : different(schemas, below, { making, met });
    if (!item) {
      if (index < least || contained.length > 0) return without(making, reason("no-item"));
      making.reason = before;
      break;
    }
    if (mustDiffer) met.add(printJson(item));
    items.push(item);
  }
  return list(items);
}

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
function makeNumber(
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
