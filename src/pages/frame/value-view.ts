import type { Node } from "#text";
import type { Words } from "#text";
import type { Block, Line } from "../blocks/index.ts";
import { joinLines, sentence } from "../blocks/index.ts";
import type { PageContext } from "./context.ts";
import { valueHtml, type CodeText } from "./value-html.ts";

/** A value of the document: short ones fit in a line, longer ones are blocks, and a cut one links to the source. */
export interface ValueView {
  readonly inline?: CodeText;
  readonly text?: string;
  readonly block?: CodeText;
  readonly cut?: boolean;
  /** The link to a value that was cut; empty if there is no source page. */
  readonly more?: string;
}

/** A string with more characters than this, or several lines, becomes a block. */
const LONG = 120;

/** The view of a value: strings as text, everything else as JSON. */
export function valueView(context: PageContext, node: Node): ValueView {
  if (node.kind === "string" && node.value !== "") {
    const text = node.value;
    return text.length > LONG || text.includes("\n") ? { block: valueHtml(node) } : { text };
  }
  const { html, text, cut } = valueHtml(node);
  if (node.kind !== "map" && node.kind !== "list") return { inline: { html, text } };
  const empty = node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
  if (empty) return { inline: { html, text } };
  return { block: { html, text }, ...(cut ? { cut, more: context.sourceHref(node) } : {}) };
}

/** A value that fits in a line; `undefined` for a longer one. */
export function valueLine({ text, inline }: ValueView): Line | undefined {
  if (text !== undefined) return { code: text };
  return inline && { code: inline.text() };
}

/** Values in a line, as far as they fit in one. */
export function valuesLine(values: readonly ValueView[]): Line {
  return joinLines(values.map(valueLine), ", ");
}

/** A longer value as code; nothing for one that fits in a line. */
export function valueBlocks({ block, cut }: ValueView, words: Words): readonly Block[] {
  if (!block) return [];
  return [{ code: { text: block.text(), language: "json" } }, ...sentence(cut === true ? words("site.cut-short") : "")];
}
