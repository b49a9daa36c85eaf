import type { Node } from "#text";
import type { EnumValue, Schema } from "#schema";
import type { SafeHtml } from "./context.ts";
import type { EffectiveSchema } from "./schema-effective.ts";
import { says } from "./schema-effective.ts";
import { link } from "./schema-phrase.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { escapeHtml, valueHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** Values under one label: `default`, `one of`, `examples`. */
export interface ValueList {
  readonly label: string;
  readonly items: readonly ValueItem[];
  /** Words for a fold that holds the items; empty where they are shown at once. */
  readonly fold: string;
  /** What is not shown here, with a link to the source. */
  readonly more: SafeHtml | undefined;
}

export interface ValueItem {
  readonly value: SafeHtml;
  /** Whether the value takes lines of its own. */
  readonly block: boolean;
  readonly description: SafeHtml | undefined;
}

/** Enums longer than this are folded; longer than the second, the rest is in the source. */
const FOLD = 12;
const MOST = 400;
/** Characters of text from which a value is only linked, and values printed of a big one. */
const MOST_CHARACTERS = 16_000;
const MOST_NODES = 150;
const MOST_HTML = 40_000;
/** HTML of all values of one label. */
const MOST_IN_ALL = 80_000;

/** Lines from which a value is folded: what a schema itself says is not to be looked for below it, and examples stand beside the fields. */
const LONG = 4;

/** Words for the fold of a value of more than `most` lines; empty for one that is shown at once. */
export function foldOf(context: TreeContext, { value, block }: Pick<ValueItem, "value" | "block">, most = LONG): string {
  const lines = block ? value.html.split("\n").length : 0;
  return lines > most ? context.words("schema.value.lines", { count: lines }) : "";
}

/** One value as JSON with its digits; short ones in the line, big ones cut with a link to the rest. */
export function shownValue(context: TreeContext, node: Node): ValueItem {
  if (node.end - node.start > MOST_CHARACTERS) {
    return { value: wholeValue(context, node), block: false, description: undefined };
  }
  const block = (node.kind === "map" && node.entries.length > 0) || (node.kind === "list" && node.items.length > 0);
  const { html, cut } = valueHtml(node, MOST_NODES);
  // An alias may repeat a long text that is short where it is written.
  if (html.length > MOST_HTML) {
    return { value: wholeValue(context, node), block: false, description: undefined };
  }
  const rest = cut ? `\n${wholeValue(context, node).html}` : "";
  return { value: { html: html + rest }, block, description: undefined };
}

/** Where all of a value is that is shown in part. */
function wholeValue(context: TreeContext, node: Node): SafeHtml {
  const href = context.sourceHref(node);
  return link(href, context.words(href === "" ? "schema.value.cut" : "schema.value.source"));
}

/** As many of the first of `total` values as there is room for, and a link to the rest. */
function shownValues(context: TreeContext, values: readonly EnumValue[], total = values.length): Pick<ValueList, "items" | "more"> {
  const items: ValueItem[] = [];
  let room = MOST_IN_ALL;
  for (const { value, description } of values) {
    if (items.length === MOST || room <= 0) break;
    const shown = { ...shownValue(context, value), description: description && { html: escapeHtml(visible(description.value)) } };
    room -= shown.value.html.length + (shown.description?.html.length ?? 0);
    items.push(shown);
  }
  const next = values[items.length];
  const count = total - items.length;
  return { items, more: next && link(context.sourceHref(next.value), context.words("schema.value.more", { count })) };
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
  // A list of one value is what `const` says in one word.
  return { label: words(values.length === 1 ? "schema.value.const" : "schema.value.enum"), ...shownValues(context, values), fold };
}

/** Defaults, those of a property or of a schema. */
export function defaultValues(context: TreeContext, defaults: readonly Node[]): ValueList[] {
  return plain(context, context.words("schema.value.default"), defaults);
}

/** What several lists hold; one alone, which may be long and of many rows, as it is. */
function together<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [only = [], ...more] = lists.filter((list) => list.length > 0);
  return more.length === 0 ? only : [only, ...more].flat();
}

function hasValues({ const: constant, default: fallback, enum: values, examples }: Schema): boolean {
  return (constant ?? fallback ?? values) !== undefined || examples.length > 0;
}

/** `const`, `enum`, `default` and examples of every part of a row. */
export function valuesOf(context: TreeContext, { merged }: EffectiveSchema): ValueList[] {
  const { words } = context;
  if (!says(merged, hasValues)) return [];
  const schemas = merged.parts.map((part) => part.schema);
  const constants = schemas.flatMap((each) => each.const ?? []);
  const defaults = schemas.flatMap((each) => each.default ?? []);
  const examples = together(schemas.map((each) => each.examples));
  return [
    ...plain(context, words("schema.value.const"), constants),
    ...schemas.flatMap((each) => (each.enum ? [enumValues(context, each.enum)] : [])),
    ...defaultValues(context, defaults),
    ...plain(context, words(examples.length > 1 ? "schema.value.examples" : "schema.value.example"), examples),
  ];
}

/** Characters of a text that is a schema itself (protobuf) shown in full. */
const MOST_TEXT = 40_000;

/** A schema as its author wrote it: a text as text, anything else as JSON. */
export function writtenSchema(context: TreeContext, node: Node): SafeHtml {
  if (node.kind !== "string" || node.value.length > MOST_TEXT) return shownValue(context, node).value;
  return { html: escapeHtml(visible(node.value)) };
}
