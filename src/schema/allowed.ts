/** What schemas that apply together allow, as one schema, and where they contradict each other. */
import { integerRanges, numberFormats } from "#format";
import type { NumberNode, Node, Place } from "#text";
import {
  asString,
  compareNumbers,
  decimalOf,
  isTrue,
  oncePerObject,
  sizeIn,
  decimalKey,
  DEEPEST_NESTED,
  getOrMake,
  printJson,
  valueOf,
} from "#text";
import type { Schema, EnumValue, Property } from "./schema.ts";
import { factOf } from "./schema.ts";

/** Schemas and the parts of their `allOf` at every depth, each once, so that cycles and shared parts add nothing. */
function flatten(schemas: readonly Schema[]): MergedPart[] {
  const seen = new Set<Schema>();
  const parts: MergedPart[] = [];
  const pending: MergedPart[] = schemas.map((schema) => ({ schema })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    parts.push(next);
    const within = next;
    for (const each of next.schema.allOf.map((schema, at) => ({ schema, within, at })).reverse()) pending.push(each);
  }
  return parts;
}

function propertiesOf(parts: readonly MergedPart[]): MergedProperty[] {
  // Most schemas are strings and numbers.
  if (parts.every(({ schema }) => schema.isLeaf && schema.required.length === 0)) return [];
  const required = allRequired(parts.map(({ schema }) => schema));
  const stated = new Map<string, { property: Property; part: MergedPart }[]>();
  for (const part of parts) {
    for (const property of part.schema.properties) getOrMake(stated, property.name, () => []).push({ property, part });
  }
  for (const name of required) if (!stated.has(name)) stated.set(name, []);
  return [...stated].map(([name, all]) => ({ name, required: required.has(name), stated: all }));
}

/** Merges schemas that apply to the same value. The result says where each part comes from and what contradicts. It takes linear time. */
export function mergeSchemas(schemas: readonly Schema[]): MergedSchema {
  const parts = flatten(schemas);
  const properties = propertiesOf(parts);
  return {
    parts,
    types: typesInCommon(parts.map(({ schema }) => schema.types)),
    properties,
    contradictions: contradictionsOf(parts, properties),
  };
}

/**
 * The contradictions of a schema, and of those of its properties and items about which several of its parts say something. A page shows
 * the same at its rows. `budget` bounds how many parts and properties are looked at for all schemas together.
 */
export function contradictionsIn(schema: Schema, budget: { left: number }): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const search = (schemas: readonly Schema[], level: number): void => {
    const { parts, properties, contradictions } = mergeSchemas(schemas);
    budget.left -= parts.length + properties.length;
    found.push(...contradictions);
    if (parts.length < 2 || level === DEEPEST_NESTED) return;
    const ofProperties = properties.map(({ stated }) => stated.map(({ property }) => property.schema));
    for (const group of [...ofProperties, parts.flatMap((each) => each.schema.items ?? [])]) {
      if (group.length > 1 && budget.left > 0) search([...new Set(group)], level + 1);
    }
  };
  if (budget.left > 0) search([schema], 0);
  return found;
}

/** The most schemas that a value is judged by together, where each of them is read again and again. Nobody writes so many. */
export const MOST_PARTS = 400;

/** The most schemas that are taken together. Nobody writes so many, and thousands of others may include them. */
const MOST = 2_000;

function closure(schemas: Iterable<Schema>, below: (schema: Schema) => readonly (Schema | undefined)[]): ReadonlySet<Schema> {
  const all = new Set(schemas);
  for (const each of all) {
    if (all.size > MOST) break;
    for (const schema of below(each)) if (schema) all.add(schema);
  }
  return all;
}

/** A schema with its `allOf` at every depth: all of these apply to its values. */
export function partsOf(schema: Schema): readonly Schema[] {
  return schema.allOf.length === 0 ? [schema] : [...closure([schema], ({ allOf }) => allOf)];
}

/**
 * All schemas that may apply to the same value: some schemas with their parts, branches, conditions and dependent schemas at every depth.
 * Of a schema in `without`, these branches are left out.
 */
export function aboutSameValue(schemas: Iterable<Schema>, without?: ReadonlyMap<Schema, ReadonlySet<Schema>>): ReadonlySet<Schema> {
  return closure(schemas, (each) => {
    const dependent = each.dependencies.map(({ schema }) => schema);
    const branches = [...each.anyOf, ...each.oneOf].filter((branch) => !without?.get(each)?.has(branch));
    return [...each.allOf, ...branches, each.if, each.then, each.else, ...dependent];
  });
}

/** One of several schemas that apply to the same value. */
export interface MergedPart {
  readonly schema: Schema;
  /** The part whose `allOf` contains it; absent for a schema that was passed in. Parts share these links: a long chain is linear in space. */
  readonly within?: MergedPart;
  /** The position in that `allOf`. */
  readonly at?: number;
}

/** The path to a part from the schema that was merged: positions in `allOf` from 0, at most the last `most`. */
export function pathTo(part: MergedPart, most = Infinity): number[] {
  const path: number[] = [];
  for (let step: MergedPart | undefined = part; step?.at !== undefined && path.length < most; step = step.within) path.push(step.at);
  return path.reverse();
}

/** A property with all its declarations. */
export interface MergedProperty {
  readonly name: string;
  readonly required: boolean;
  /** The declarations with the part that has each; empty for a name that is only required. */
  readonly stated: readonly { readonly property: Property; readonly part: MergedPart }[];
}

/** What one part says in a contradiction, and where. */
export interface ContradictionSide {
  readonly part: MergedPart;
  /** The keyword of `values`, if it is not clear from the kind of contradiction. */
  readonly keyword?: string;
  /** The names of types, or values as written; empty if the part says no value. */
  readonly values: readonly (string | Node)[];
  readonly place: Place;
}

/** What no value fulfils together. */
export interface Contradiction {
  readonly kind: "types" | "range" | "const" | "enum" | "closed" | "required" | "never";
  /** The names of properties that a closed part does not allow. */
  readonly names: readonly string[];
  /** For properties: the part with them, then the closed one. */
  readonly sides: readonly ContradictionSide[];
}

/** Several schemas merged into one with `allOf` flattened: all constraints on a value. */
export interface MergedSchema {
  /** The given schemas first, then the parts of their `allOf`, each schema once. */
  readonly parts: readonly MergedPart[];
  /** The types that all parts allow. Empty if none is stated, or if none is left, which is a contradiction. */
  readonly types: readonly string[];
  /** The properties in the order of their first declaration, then names that are only required. */
  readonly properties: readonly MergedProperty[];
  readonly contradictions: readonly Contradiction[];
}

/** What a part says by a keyword. Languages without the keyword say it in the schema itself. */
function sideOf(part: MergedPart, keyword: string, values: ContradictionSide["values"]): ContradictionSide {
  return { part, values, place: valueOf(part.schema.node, keyword) ?? part.schema.node };
}

function typeConflict(parts: readonly MergedPart[]): Contradiction[] {
  const stated = parts.filter((part) => part.schema.types.length > 0);
  if (stated.length < 2 || typesInCommon(stated.map((part) => part.schema.types)).length > 0) return [];
  return [{ kind: "types", names: [], sides: stated.map((part) => sideOf(part, "type", part.schema.types)) }];
}

const ranges: readonly (readonly [lower: string, upper: string])[] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

/** What the strictest bound in the parts says: the highest lower bound or the lowest upper bound. */
function strictest(parts: readonly MergedPart[], keyword: string, sign: 1 | -1): (StatedEnd & { readonly part: MergedPart }) | undefined {
  const ends = parts.map((part) => {
    const end = statedEnd(part.schema, keyword, sign);
    return end && { ...end, part };
  });
  return ends.reduce((best, end) => stricter(best, end, sign), undefined);
}

function boundSide({ part, keyword, value }: StatedEnd & { readonly part: MergedPart }): ContradictionSide {
  return { part, keyword, values: [value], place: value };
}

function rangeConflicts(parts: readonly MergedPart[]): Contradiction[] {
  // A contradiction needs two facts, and most schemas have fewer.
  if (parts.reduce((count, part) => count + part.schema.facts.length, 0) < 2) return [];
  return ranges.flatMap(([lower, upper]) => {
    const low = strictest(parts, lower, 1);
    const high = strictest(parts, upper, -1);
    if (!low || !high || !isEmptyRange({ least: low, most: high })) return [];
    return [{ kind: "range" as const, names: [], sides: [low, high].map(boundSide) }];
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

function constSide(part: MergedPart, value: Node): ContradictionSide {
  return { part, values: [value], place: value };
}

function enumSide(part: MergedPart): ContradictionSide {
  return sideOf(
    part,
    "enum",
    (part.schema.enum ?? []).map(({ value }) => value),
  );
}

function constConflict(parts: readonly MergedPart[]): Contradiction[] {
  const [first, ...rest] = parts.filter((part) => part.schema.const);
  if (!first?.schema.const) return [];
  const wanted = text(first.schema.const);
  const one = constSide(first, first.schema.const);
  const other = rest.find((part) => part.schema.const && text(part.schema.const) !== wanted);
  if (other?.schema.const) return [{ kind: "const", names: [], sides: [one, constSide(other, other.schema.const)] }];
  const without = parts.find((part) => part.schema.enum && !textsOf(part.schema.enum).has(wanted));
  return without ? [{ kind: "enum", names: [], sides: [one, enumSide(without)] }] : [];
}

function enumConflict(parts: readonly MergedPart[]): Contradiction[] {
  const lists = parts.filter((part) => part.schema.enum);
  const [first, second, ...rest] = lists.map((part) => textsOf(part.schema.enum ?? []));
  if (!first || !second) return [];
  const fits =
    rest.length === 0 ? overlapsOf(first)(second) : [...first].some((value) => [second, ...rest].every((each) => each.has(value)));
  return fits ? [] : [{ kind: "enum", names: [], sides: lists.map(enumSide) }];
}

interface ForbiddenNames extends Contradiction {
  readonly names: string[];
}

/** For each name that is required, the first part that requires it. */
function requirers(parts: readonly MergedPart[]): ReadonlyMap<string, ContradictionSide> {
  const all = parts.flatMap((part) => part.schema.required.map((name) => [name.value, { part, values: [], place: name }] as const));
  return new Map(all.reverse());
}

/**
 * The contradictions of a part that allows only its own properties: it forbids those of other parts, a common mistake with `allOf`. If
 * such a property is required, no value is valid. Properties of one part are told together.
 */
function closedParts(parts: readonly MergedPart[], properties: readonly MergedProperty[]): Contradiction[] {
  const closed = parts.filter((part) => isClosed(part.schema) && part.schema.patternProperties.length === 0);
  if (closed.length === 0) return [];
  const required = requirers(parts);
  return closed.flatMap((part) => {
    const own = new Set(part.schema.properties.map((property) => property.name));
    const found = { required: new Map<MergedPart, ForbiddenNames>(), closed: new Map<MergedPart, ForbiddenNames>() };
    for (const { name, required: isRequired, stated } of properties) {
      if (own.has(name)) continue;
      const [first] = stated;
      const from = first ? { part: first.part, values: [], place: first.part.schema.node } : required.get(name);
      if (!from) continue;
      const kind = isRequired ? "required" : "closed";
      const known = found[kind].get(from.part);
      if (known) known.names.push(name);
      else found[kind].set(from.part, { kind, names: [name], sides: [from, sideOf(part, "additionalProperties", [])] });
    }
    return [...found.required.values(), ...found.closed.values()];
  });
}

function never(parts: readonly MergedPart[]): Contradiction[] {
  const part = parts.length > 1 ? parts.find((each) => each.schema.always === false) : undefined;
  return part ? [{ kind: "never", names: [], sides: [{ part, values: [], place: part.schema.node }] }] : [];
}

/** The contradictions between simple keywords. A schema may still contradict itself in other ways. */
function contradictionsOf(parts: readonly MergedPart[], properties: readonly MergedProperty[]): Contradiction[] {
  return [
    ...never(parts),
    ...typeConflict(parts),
    ...rangeConflicts(parts),
    ...constConflict(parts),
    ...enumConflict(parts),
    ...closedParts(parts, properties),
  ];
}

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

const keptNames = oncePerObject(
  ({ required, properties }: Schema): ReadonlySet<string> =>
    new Set([...required.map(({ value }) => value), ...properties.filter((each) => each.required).map(({ name }) => name)]),
);

const none: ReadonlySet<string> = new Set();

/**
 * The names that a schema's own keywords require: by a list of names, or by a flag at the property. Nothing is kept for a schema that
 * says nothing of names, because a schema may have hundreds of thousands of such parts.
 */
export function requiredNames(schema: Schema): ReadonlySet<string> {
  return schema.required.length + schema.properties.length === 0 ? none : keptNames(schema);
}

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
