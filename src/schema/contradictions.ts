import type { Node } from "#text";
import { compareNumbers, decimalKey, decimalOf, printJson, isTrue, oncePerObject } from "#text";
import type { EnumValue } from "./schema.ts";
import { factOf } from "./schema.ts";
import type { Contradiction, MergedProperty, MergedPart } from "./merged.ts";

/** The types that all parts with a `type` allow. An integer is a number (JSON Schema draft 06 and later). */
export function typesInCommon(parts: readonly MergedPart[]): string[] {
  const stated = parts.map((part) => part.schema.types).filter((types) => types.length > 0);
  const [first = [], ...rest] = stated;
  return rest.reduce<string[]>(
    (common, types) => {
      const kept = common.filter((type) => types.includes(type) || (type === "integer" && types.includes("number")));
      const narrowed = types.includes("integer") && common.includes("number") && !common.includes("integer");
      return narrowed ? [...kept, "integer"] : kept;
    },
    [...first],
  );
}

function typeConflict(parts: readonly MergedPart[]): Contradiction[] {
  const stated = parts.filter((part) => part.schema.types.length > 0);
  if (stated.length < 2 || typesInCommon(parts).length > 0) return [];
  return [{ kind: "types", about: "type", values: [], parts: stated }];
}

const ranges: readonly (readonly [lower: string, upper: string])[] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

interface LimitKeyword {
  readonly raw: string;
  readonly value: Node;
  readonly part: MergedPart;
  readonly strict: boolean;
}

/** The strictest bound in the parts: the highest lower bound or the lowest upper bound. */
function strictest(parts: readonly MergedPart[], keyword: string, sign: 1 | -1): LimitKeyword | undefined {
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  let best: LimitKeyword | undefined;
  for (const part of parts) {
    const { facts } = part.schema;
    // In draft 04 and OpenAPI 3.0, a boolean beside the bound makes it exclusive.
    const flag = isTrue(factOf(part.schema, exclusive));
    for (const { keyword: name, value } of facts) {
      if (value.kind !== "number" || (name !== keyword && name !== exclusive)) continue;
      const order = best ? (compareNumbers(value.raw, best.raw) ?? 0) * sign : 1;
      const strict = name === exclusive || flag;
      if (order > 0 || (order === 0 && strict)) best = { raw: value.raw, value, part, strict };
    }
  }
  return best;
}

function rangeConflicts(parts: readonly MergedPart[]): Contradiction[] {
  // A contradiction needs two facts, and most schemas have fewer.
  if (parts.reduce((count, part) => count + part.schema.facts.length, 0) < 2) return [];
  return ranges.flatMap(([lower, upper]) => {
    const low = strictest(parts, lower, 1);
    const high = strictest(parts, upper, -1);
    const order = low && high && compareNumbers(low.raw, high.raw);
    if (!low || !high || order === undefined || order < 0 || (order === 0 && !low.strict && !high.strict)) return [];
    return [{ kind: "range" as const, about: `${lower}, ${upper}`, values: [low.value, high.value], parts: [low.part, high.part] }];
  });
}

/**
 * A value for comparing: `1` and `1.0` are the same number, and all digits count. Within lists and maps, numbers are compared as
 * written.
 */
function text(value: Node): string {
  if (value.kind === "number") {
    const decimal = decimalOf(value.raw);
    return decimal ? decimalKey(decimal) : value.raw.toLowerCase();
  }
  return textOf(value);
}

// The texts are kept, because many schemas include the same values by `allOf`.
const textOf = oncePerObject((value: Node) => printJson(value));
const textsOf = oncePerObject((values: readonly EnumValue[]): ReadonlySet<string> => new Set(values.map(({ value }) => text(value))));

/** The enumerations that have a value in common with one. */
const overlapsOf = oncePerObject((first: ReadonlySet<string>) =>
  oncePerObject((second: ReadonlySet<string>) => [...first].some((value) => second.has(value))),
);

function constConflict(parts: readonly MergedPart[]): Contradiction[] {
  const [first, ...rest] = parts.filter((part) => part.schema.const);
  if (!first?.schema.const) return [];
  const wanted = text(first.schema.const);
  const other = rest.find((part) => part.schema.const && text(part.schema.const) !== wanted);
  if (other?.schema.const) {
    return [{ kind: "const", about: "const", values: [first.schema.const, other.schema.const], parts: [first, other] }];
  }
  const without = parts.find((part) => part.schema.enum && !textsOf(part.schema.enum).has(wanted));
  return without ? [{ kind: "enum", about: "const, enum", values: [first.schema.const], parts: [first, without] }] : [];
}

function enumConflict(parts: readonly MergedPart[]): Contradiction[] {
  const lists = parts.filter((part) => part.schema.enum);
  const [first, second, ...rest] = lists.map((part) => textsOf(part.schema.enum ?? []));
  if (!first || !second) return [];
  const fits =
    rest.length === 0 ? overlapsOf(first)(second) : [...first].some((value) => [second, ...rest].every((each) => each.has(value)));
  return fits ? [] : [{ kind: "enum", about: "enum", values: [], parts: lists }];
}

/**
 * The contradictions of a part that allows only its own properties: it forbids those of other parts, a common mistake with `allOf`. If
 * such a property is required, no value is valid.
 */
function closedParts(parts: readonly MergedPart[], properties: readonly MergedProperty[]): Contradiction[] {
  const closed = parts.filter((part) => part.schema.additionalProperties?.always === false && part.schema.patternProperties.length === 0);
  return closed.flatMap((part) => {
    const own = new Set(part.schema.properties.map((property) => property.name));
    return properties
      .filter((property) => !own.has(property.name))
      .map((property) => ({ kind: property.required ? "required" : "closed", about: property.name, values: [], parts: [part] }));
  });
}

function never(parts: readonly MergedPart[]): Contradiction[] {
  const part = parts.length > 1 ? parts.find((each) => each.schema.always === false) : undefined;
  return part ? [{ kind: "never", about: "false", values: [], parts: [part] }] : [];
}

/** The contradictions between simple keywords. A schema may still contradict itself in other ways. */
export function contradictionsOf(parts: readonly MergedPart[], properties: readonly MergedProperty[]): Contradiction[] {
  return [
    ...never(parts),
    ...typeConflict(parts),
    ...rangeConflicts(parts),
    ...constConflict(parts),
    ...enumConflict(parts),
    ...closedParts(parts, properties),
  ];
}
