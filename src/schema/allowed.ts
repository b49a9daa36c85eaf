/** What schemas that apply together allow: types, ranges, sizes, required names. */
import { integerRanges, numberFormats } from "#format";
import type { NumberNode } from "#text";
import { asString, compareNumbers, decimalOf, isTrue, oncePerObject, sizeIn } from "#text";
import type { Schema } from "./schema.ts";
import { factOf } from "./schema.ts";

// What schemas allow together that apply to the same value, keyword by keyword. The keywords are those of JSON Schema Validation 2020-12,
// § 6; other languages state the same facts by the same names. Pages, samples, rules and proofs ask here, so that they agree.

/** The types that two lists have in common. An integer is a number (JSON Schema draft 06 and later). */
function sharedTypes<Type extends string>(some: readonly Type[], others: readonly Type[]): readonly Type[] {
  const allowed = new Set<string>(others);
  const shared = some.flatMap((type) => {
    if (allowed.has(type) || (type === "integer" && allowed.has("number"))) return [type];
    return type === "number" ? others.filter((other) => other === "integer") : [];
  });
  return [...new Set(shared)];
}

/** The types that all lists allow, in the order of the first one. An empty list states nothing. */
export function typesInCommon<Type extends string>(lists: readonly (readonly Type[])[]): readonly Type[] {
  const stated = lists.filter(({ length }) => length > 0);
  const [first = []] = stated;
  return stated.length < 2 ? first : stated.reduce(sharedTypes);
}

/** A type of JSON values (RFC 8259 § 3). An integer is a number. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The types that the keywords of a schema are about. Without `type`, values of other types are allowed, too. */
export function impliedTypes(schema: Schema): readonly JsonType[] {
  const has = (...keywords: readonly string[]): boolean => schema.facts.some(({ keyword }) => keywords.includes(keyword));
  const { properties, patternProperties, required, additionalProperties } = schema;
  const isObject = properties.length + patternProperties.length + required.length > 0 || additionalProperties;
  const isList = schema.items ?? schema.tuple ?? schema.contains;
  return [
    ...(isObject || has("minProperties", "maxProperties") ? (["object"] as const) : []),
    ...(isList || has("minItems", "maxItems", "uniqueItems") ? (["array"] as const) : []),
    ...(has("minLength", "maxLength", "pattern") ? (["string"] as const) : []),
    ...(has("multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") ? (["number"] as const) : []),
  ];
}

/** One end of a range of numbers, with digits as written. */
export interface RangeEnd {
  readonly raw: string;
  readonly exclusive: boolean;
}

export interface NumberRange {
  readonly least?: RangeEnd | undefined;
  readonly most?: RangeEnd | undefined;
}

/** An end that a keyword states. */
export interface StatedEnd extends RangeEnd {
  readonly keyword: string;
  readonly value: NumberNode;
}

/** The stricter of two ends. `sign` is 1 for a least, -1 for a most. */
export function stricter<End extends RangeEnd>(a: End | undefined, b: End | undefined, sign: 1 | -1): End | undefined {
  if (!a || !b) return a ?? b;
  const order = (compareNumbers(b.raw, a.raw) ?? 0) * sign;
  return order > 0 || (order === 0 && b.exclusive && !a.exclusive) ? b : a;
}

/** The end that a schema states by `keyword`, or by its `exclusive…`: a flag in draft 04 and OpenAPI 3.0, a number later. */
export function statedEnd(schema: Schema, keyword: string, sign: 1 | -1): StatedEnd | undefined {
  const other = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  const end = (name: string, exclusive: boolean): StatedEnd | undefined => {
    const value = factOf(schema, name);
    // `.inf` and `.nan`, which JSON lacks, refuse nothing.
    return value?.kind === "number" && decimalOf(value.raw) ? { raw: value.raw, exclusive, keyword: name, value } : undefined;
  };
  return schema.facts.length === 0 ? undefined : stricter(end(keyword, isTrue(factOf(schema, other))), end(other, true), sign);
}

/** The range of numbers that all schemas allow. `formats` are those that count. */
export function rangeOf(schemas: readonly Schema[], formats = numberFormats): NumberRange {
  let least: RangeEnd | undefined;
  let most: RangeEnd | undefined;
  const narrow = (low: RangeEnd | undefined, high: RangeEnd | undefined): void => {
    least = stricter(least, low && { raw: low.raw, exclusive: low.exclusive }, 1);
    most = stricter(most, high && { raw: high.raw, exclusive: high.exclusive }, -1);
  };
  for (const schema of schemas) {
    narrow(statedEnd(schema, "minimum", 1), statedEnd(schema, "maximum", -1));
    const held = [formats.get(schema.format?.value ?? ""), ...schema.types.map((type) => integerRanges.get(type))];
    for (const range of held) if (range) narrow({ raw: range[0], exclusive: false }, { raw: range[1], exclusive: false });
  }
  return { least, most };
}

/** Whether no number lies in a range. */
export function isEmptyRange({ least, most }: NumberRange): boolean {
  if (!least || !most) return false;
  const order = compareNumbers(least.raw, most.raw);
  return order !== undefined && (order > 0 || (order === 0 && (least.exclusive || most.exclusive)));
}

/** The sizes that all schemas allow: of texts in characters, of arrays and objects in members. */
export function sizesOf(
  schemas: readonly Schema[],
  of: "Length" | "Items" | "Properties",
): { readonly least: number; readonly most: number } {
  let [least, most] = [0, Infinity];
  for (const schema of schemas) {
    least = Math.max(least, sizeIn(factOf(schema, `min${of}`)) ?? 0);
    most = Math.min(most, sizeIn(factOf(schema, `max${of}`)) ?? Infinity);
  }
  return { least, most };
}

/** The names that a schema's own keywords require: by a list of names, or by a flag at the property. */
export const requiredNames = oncePerObject(
  ({ required, properties }: Schema): ReadonlySet<string> =>
    new Set([...required.map(({ value }) => value), ...properties.filter((each) => each.required).map(({ name }) => name)]),
);

/** The names that any of several schemas requires. */
export function allRequired(schemas: readonly Schema[]): ReadonlySet<string> {
  return new Set(schemas.flatMap((schema) => [...requiredNames(schema)]));
}

/** Whether a schema refuses properties that it does not declare. */
export function isClosed({ additionalProperties }: Schema): boolean {
  return additionalProperties?.always === false;
}

export function numberFact(schema: Pick<Schema, "facts">, keyword: string): NumberNode | undefined {
  const value = factOf(schema, keyword);
  return value?.kind === "number" ? value : undefined;
}

export function textFact(schema: Pick<Schema, "facts">, keyword: string): string | undefined {
  return asString(factOf(schema, keyword))?.value;
}
