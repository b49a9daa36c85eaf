/** Values of a row: defaults, examples and allowed values. */
import type { NamedValue } from "#model";
import type { Node } from "#text";
import type { EnumValue, Schema } from "#schema";
import type { CodeText, Line } from "../blocks/index.ts";
import { lineHtml } from "../blocks/index.ts";
import { valueCode } from "../frame/index.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import { says } from "./schema-type.ts";
import { link } from "./schema-phrase.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** Values under one label: `default`, `one of`, `examples`. */
export interface ValueList {
  readonly label: string;
  readonly items: readonly ValueItem[];
  /** The words of the fold around the items; empty if they are not folded. */
  readonly fold: string;
  /** How many values there are. */
  readonly count: number;
  /** How many of them are left out, with a link to the source. */
  readonly more: Line | undefined;
  /** Whether it belongs to the details of the schema. */
  readonly aside?: boolean;
}

export interface ValueItem {
  readonly value: CodeText;
  /** Whether the value takes lines of its own. */
  readonly block: boolean;
  readonly node?: () => Node;
  readonly description: string | undefined;
}

/** An enum with more values is folded; beyond `MOST`, the rest is only in the source. */
const FOLD = 12;
const MOST = 400;
/** The longest text shown as a value, and the most values printed of a large one. */
const MOST_CHARACTERS = 16_000;
const MOST_NODES = 150;
/** The most HTML characters for all values of one label, or of a text among them. */
const MOST_IN_ALL = 80_000;

/** From this many lines on, a value is folded, so that it hides neither the facts below it nor the examples beside the fields. */
const LONG = 4;

/** The words of a fold around a value of more than `most` lines; empty for a shorter one. */
export function foldOf(context: TreeContext, { value, block }: Pick<ValueItem, "value" | "block">, most = LONG): string {
  const lines = block ? lineHtml(value).split("\n").length : 0;
  return lines > most ? context.words("schema.value.lines", { count: lines }) : "";
}

/** One value as JSON with its digits. A short one fits in a line; a large one is cut and links to the source. */
export function shownValue(context: TreeContext, node: Node): ValueItem {
  if (node.end - node.start > MOST_CHARACTERS) {
    return { value: wholeValue(context, node), block: false, description: undefined };
  }
  const block = (node.kind === "map" && node.entries.length > 0) || (node.kind === "list" && node.items.length > 0);
  const { code, cut } = valueCode(node, MOST_NODES);
  // An alias may repeat a long text that is short in the source.
  if (lineHtml(code).length > MOST_IN_ALL) {
    return { value: wholeValue(context, node), block: false, description: undefined };
  }
  const value = cut ? { parts: [code, "\n", wholeValue(context, node)] } : code;
  return { value, block, node: () => node, description: undefined };
}

/** The link to a value that is only shown in part. */
function wholeValue(context: TreeContext, node: Node): CodeText {
  const href = context.sourceHref(node);
  return { parts: [href === "" ? context.words("schema.value.cut") : { text: context.words("schema.value.source"), href }] };
}

/** The first of `total` values, as many as fit, and a link to the others. */
function shownValues(
  context: TreeContext,
  values: readonly EnumValue[],
  total = values.length,
): Pick<ValueList, "items" | "more" | "count"> {
  const items: ValueItem[] = [];
  let room = MOST_IN_ALL;
  for (const { value, description } of values) {
    if (items.length === MOST || room <= 0) break;
    const shown = { ...shownValue(context, value), description: description?.value };
    room -= lineHtml(shown.value).length + lineHtml(shown.description).length;
    items.push(shown);
  }
  const next = values[items.length];
  const count = total - items.length;
  return { items, count: total, more: next && link(context.sourceHref(next.value), context.words("schema.value.more", { count })) };
}

function plain(context: TreeContext, label: string, nodes: readonly Node[]): ValueList[] {
  if (nodes.length === 0) return [];
  const first = nodes.slice(0, MOST + 1).map((value) => ({ value }));
  const shown = shownValues(context, first, nodes.length);
  const isLong = shown.items.some((item) => foldOf(context, item) !== "");
  return [{ label, ...shown, fold: isLong ? label : "" }];
}

function enumValues(context: TreeContext, values: readonly EnumValue[]): ValueList {
  const { words } = context;
  const fold = values.length > FOLD ? words("schema.value.enumCount", { count: values.length }) : "";
  // A list of one value says the same as `const`.
  return { label: words(values.length === 1 ? "schema.value.const" : "schema.value.enum"), ...shownValues(context, values), fold };
}

/** The defaults of a property or schema. */
export function defaultValues(context: TreeContext, defaults: readonly Node[]): ValueList[] {
  return plain(context, context.words("schema.value.default"), defaults);
}

/** Joins lists. If only one has items it is returned as it is, since it may be long and belong to many rows. */
function together<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [only = [], ...more] = lists.filter((list) => list.length > 0);
  return more.length === 0 ? only : [only, ...more].flat();
}

function hasValues({ const: constant, default: fallback, enum: values }: Schema): boolean {
  return (constant ?? fallback ?? values) !== undefined;
}

/** The `const`, `enum` and `default` of all parts of a row. */
export function valuesOf(context: TreeContext, { merged }: EffectiveSchema): ValueList[] {
  const { words } = context;
  if (!says(merged, hasValues)) return [];
  const schemas = merged.parts.map((part) => part.schema);
  const constants = schemas.flatMap((each) => each.const ?? []);
  const defaults = schemas.flatMap((each) => each.default ?? []);
  // The one value that is allowed says more than the values of another part.
  const aside = constants.length > 0;
  return [
    ...plain(context, words("schema.value.const"), constants),
    ...schemas.flatMap((each) => (each.enum ? [{ ...enumValues(context, each.enum), aside }] : [])),
    ...defaultValues(context, defaults),
  ];
}

const EXAMPLES = new Set(["example", "x-example", "x-examples"]);

/** Whether a keyword is OpenAPI's `example`, or a tool's word for it. Many authors write them, though the format does not have them. */
export function isExample({ key }: NamedValue): boolean {
  return EXAMPLES.has(key);
}

/** What `x-examples` holds: a list, or values by their names. */
function severalOf(value: Node): readonly Node[] {
  if (value.kind === "map") return value.entries.map((entry) => entry.value);
  return value.kind === "list" ? value.items : [value];
}

/** The examples of a schema, without a copy where only `examples` has them. */
function ownExamples({ examples, otherKeywords, extensions }: Schema): readonly Node[] {
  const others = [...otherKeywords, ...extensions].filter(isExample);
  if (others.length === 0) return examples;
  return [...examples, ...others.flatMap(({ key, value }) => (key === "x-examples" ? severalOf(value) : [value]))];
}

/** The examples of all parts of a row. An object or a list is folded: whole examples stand beside the fields. */
export function examplesOf(context: TreeContext, { merged }: EffectiveSchema): ValueList[] {
  if (!says(merged, ({ examples, otherKeywords, extensions }) => examples.length + otherKeywords.length + extensions.length > 0)) return [];
  const examples = together(merged.parts.map(({ schema }) => ownExamples(schema)));
  const label = context.words(examples.length > 1 ? "schema.value.examples" : "schema.value.example");
  return plain(context, label, examples).map((list) => (list.items.some(({ block }) => block) ? { ...list, fold: label } : list));
}

/** A schema as its author wrote it: text as it is, anything else as JSON. */
export function writtenSchema(context: TreeContext, node: Node): CodeText {
  if (node.kind !== "string" || node.value.length > MOST_IN_ALL) return shownValue(context, node).value;
  return { parts: [node.value] };
}
