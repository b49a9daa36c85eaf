import type { Node } from "#text";
import type { PageContext, SafeHtml } from "./context.ts";
import { valueHtml } from "./value-html.ts";

/** A value of the document: short ones fit in a line, longer ones are blocks, and a cut one links to the source. */
export interface ValueView {
  readonly inline?: SafeHtml;
  readonly text?: string;
  readonly block?: SafeHtml;
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
  const { html, cut } = valueHtml(node);
  if (node.kind !== "map" && node.kind !== "list") return { inline: { html } };
  const empty = node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
  if (empty) return { inline: { html } };
  return { block: { html }, ...(cut ? { cut, more: context.sourceHref(node) } : {}) };
}
