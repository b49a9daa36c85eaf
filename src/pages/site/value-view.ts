import type { Node } from "#text";
import type { PageContext, SafeHtml } from "./context.ts";
import { valueHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** A value of the document: a short one in the line, a longer one as a block, and a link to the rest where it is cut. */
export interface ValueView {
  readonly inline?: SafeHtml;
  readonly text?: string;
  readonly block?: SafeHtml;
  readonly cut?: boolean;
  /** Where all of a value is that is cut; empty where the source is not shown. */
  readonly more?: string;
}

/** Lines or characters from which a string stands in a block of its own. */
const LONG = 120;

/** Strings are shown as their text, everything else as JSON. */
export function valueView(context: PageContext, node: Node): ValueView {
  if (node.kind === "string" && node.value !== "") {
    const text = visible(node.value);
    return text.length > LONG || text.includes("\n") ? { block: valueHtml(node) } : { text };
  }
  const { html, cut } = valueHtml(node);
  if (node.kind !== "map" && node.kind !== "list") return { inline: { html } };
  const empty = node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
  if (empty) return { inline: { html } };
  return { block: { html }, ...(cut ? { cut, more: context.sourceHref(node) } : {}) };
}
