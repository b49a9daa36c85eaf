/** Values that versions state, in short, and those that may be filled in. */
import type { Schema } from "#schema";
import { aboutSameValue, isJsonSchema } from "#schema";
import type { Node, Place } from "#text";
import { listSome, LONGEST_TEXT_QUOTED, printJson, MOST_IN_BOX } from "#text";
import type { ChangeVerdict } from "../report/index.ts";
import type { Field } from "./schema-fields.ts";
import { describedAt, fieldsOf, MOST_FIELDS } from "./schema-fields.ts";

/** What two versions state, in short; absent on the side that states nothing. */
export interface StatedValues {
  readonly oldValue?: string | undefined;
  readonly newValue?: string | undefined;
}

/** The most lines of a schema. */
const MOST_LINES = 6;

function short(node: Node): string {
  const text = printJson(node, { most: LONGEST_TEXT_QUOTED });
  return text.length > LONGEST_TEXT_QUOTED ? `${text.slice(0, LONGEST_TEXT_QUOTED)}…` : text;
}

function scalarIn(place: Place | undefined): Node | undefined {
  const node = place && "kind" in place ? (place as Node) : undefined;
  return node?.kind === "map" || node?.kind === "list" ? undefined : node;
}

/** The scalars at two places. If something else is at one of them, nothing is said. */
export function scalarValues(old: Place | undefined, now: Place | undefined): StatedValues {
  const [before, after] = [scalarIn(old), scalarIn(now)];
  if ((old && !before) || (now && !after)) return {};
  return { oldValue: before && short(before), newValue: after && short(after) };
}

/** The values that schemas state for each keyword. */
type Assertions = ReadonlyMap<string, readonly string[]>;

/** Keywords whose schemas are part of what is said of the value itself. */
const INNER = ["additionalProperties", "unevaluatedProperties", "propertyNames", "contains", "not"] as const;

/** What a schema states within a keyword, such as `type: "string"`. Schemas within it are not told apart. */
function statedIn(schema: Schema, isInner: boolean): readonly string[] {
  if (schema.always !== undefined) return [String(schema.always)];
  if (isInner) return ["a schema"];
  const lines = [...assertionsOf(aboutSameValue([schema]), true)].map(([keyword, values]) => `${keyword}: ${values.join(", ")}`);
  const required = schema.required.length === 0 ? [] : [`required: ${schema.required.map(({ value }) => value).join(", ")}`];
  return lines.length + required.length === 0 ? ["a schema"] : [...lines, ...required];
}

/** What schemas that apply to the same value assert of it. */
export function assertionsOf(schemas: Iterable<Schema>, isInner = false): Assertions {
  const stated = new Map<string, string[]>();
  const state = (keyword: string, values: readonly string[]): void => {
    const own = stated.get(keyword);
    if (own) own.push(...values.filter((value) => !own.includes(value)));
    else stated.set(keyword, [...values]);
  };
  for (const schema of schemas) {
    const { types, format, enum: values, const: only, facts } = schema;
    if (types.length > 0) state("type", types);
    if (format) state("format", [format.value]);
    if (values) state("enum", values.slice(0, MOST_FIELDS).map(({ value }) => short(value))); // prettier-ignore
    if (only) state("const", [short(only)]);
    for (const { keyword, value } of facts) state(keyword, [short(value)]);
    for (const keyword of INNER) if (schema[keyword]) state(keyword, statedIn(schema[keyword], isInner));
  }
  return stated;
}

/** A line for each keyword in which one side differs from the other. The values that the other lacks come first. */
function linesOf(own: Assertions, other: Assertions): readonly string[] {
  return [...own].flatMap(([keyword, values]) => {
    const others = new Set(other.get(keyword));
    const different = values.filter((value) => !others.has(value));
    if (different.length === 0 && values.length === others.size) return [];
    return [`${keyword}: ${listSome([...different, ...values.filter((value) => others.has(value))], MOST_IN_BOX)}`];
  });
}

function asValue(lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : lines.slice(0, MOST_LINES).join("\n");
}

/** What two schemas state of a place in their values: the keywords in which they differ. */
export function statedAt(old: Schema, now: Schema, pointer: string, missing?: string): StatedValues {
  const assertionsIn = (schema: Schema): Assertions => {
    const { schemas, isDeclared, isRequired } = describedAt(schema, pointer, missing);
    if (!isDeclared) return new Map();
    // Only if a property is missing does it matter whether it must be there.
    return new Map([...assertionsOf(schemas), ...(missing === undefined ? [] : [["required", [String(isRequired)]] as const])]);
  };
  const [before, after] = [assertionsIn(old), assertionsIn(now)];
  return { oldValue: asValue(linesOf(before, after)), newValue: asValue(linesOf(after, before)) };
}

/** The keywords in which the fields of two JSON Schemas differ; nothing for other languages. */
export function statedByFields(old: Schema, now: Schema): StatedValues {
  if (!isJsonSchema(old.language) || !isJsonSchema(now.language)) return {};
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  const lines: { readonly old: string[]; readonly new: string[] } = { old: [], new: [] };
  const add = (path: string, one: Schema | undefined, other: Schema | undefined): void => {
    const [own, others] = [one, other].map((schema) => assertionsOf(schema ? aboutSameValue([schema]) : []));
    const labelled = (line: string): string => (path === "" ? line : `${path} ${line}`);
    lines.old.push(...linesOf(own ?? new Map(), others ?? new Map()).map(labelled));
    lines.new.push(...linesOf(others ?? new Map(), own ?? new Map()).map(labelled));
  };
  add("", old, now);
  const schemaOf = (fields: ReadonlyMap<string, Field>, path: string): Schema | undefined => fields.get(path)?.schema;
  for (const path of [...new Set([...before.keys(), ...after.keys()])].slice(0, MOST_FIELDS)) {
    if (Math.max(lines.old.length, lines.new.length) >= MOST_LINES) break;
    add(path, schemaOf(before, path), schemaOf(after, path));
  }
  return { oldValue: asValue(lines.old), newValue: asValue(lines.new) };
}

/** What may be filled in at a place of an address: a variable of a server, or a parameter of a channel. */
export interface FilledPlace {
  /** The values that are allowed. Without them, any may be. */
  readonly values?: readonly Node[] | undefined;
  readonly default?: Node | undefined;
}

/** How what may be filled in changed, as the rest of a sentence. */
interface FilledChange {
  readonly verdict: ChangeVerdict;
  readonly how: string;
}

/** Compares the values that may be filled in. */
export function compareValues({ values: old }: FilledPlace, { values: now }: FilledPlace): readonly FilledChange[] {
  const [before, after] = [old, now].map((nodes) => nodes && [...new Set(nodes.map((each) => printJson(each)))]);
  const lost = before?.filter((value) => after?.includes(value) === false) ?? [];
  if (after && (!before || lost.length > 0)) {
    const how = `takes fewer values: ${lost.length > 0 ? `no longer ${listSome(lost, 5)}` : `only ${listSome(after, 5)}`}`;
    return [{ verdict: "breaking", how }];
  }
  return before && (!after || after.length > before.length) ? [{ verdict: "compatible", how: "takes more values" }] : [];
}

/** Compares the values of those who fill in nothing. An earlier default that is still listed goes on to work. */
export function compareDefaults(old: FilledPlace, now: FilledPlace): readonly FilledChange[] {
  const [before, after] = [old.default, now.default].map((each) => each && printJson(each));
  if (before === after) return [];
  if (before === undefined) return [{ verdict: "compatible", how: `now has the default ${after ?? ""}` }];
  const isKept = now.values?.some((each) => printJson(each) === before) === true;
  const how = after === undefined ? "no longer has a default" : `has the default ${after}`;
  return [{ verdict: isKept ? "compatible" : "unknown", how: `${how}, and had ${before}` }];
}
