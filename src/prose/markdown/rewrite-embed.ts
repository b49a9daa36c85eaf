import type { Code } from "mdast";
import { slotMarker } from "./escape-html.ts";
import type { MarkdownNode, NodeContext } from "./rewriting.ts";

/** The first word after a fence that asks for a part of the reference. */
const LANGUAGE = "msgdocs";

/** A text in which something may ask for a part of the reference; the quick reader leaves such a text alone. */
export const EMBEDS = /^[ \t]*(?:`{3,}|~{3,})[ \t]*msgdocs\b/m;

function targetOf({ meta, value }: Code): string {
  return ((meta ?? "").trim() || value).trim();
}

/** Whether code asks for a part of the reference. */
export function isEmbed({ node, state }: Pick<NodeContext<Code>, "node" | "state">): boolean {
  return state.options.embeds && node.lang === LANGUAGE;
}

/** A place that the page fills. Only between blocks of the text itself: a tree in a list's item would have no room. */
export function rewriteEmbed({ node, range, state }: NodeContext<Code>): MarkdownNode[] {
  state.slots.push({ kind: "embed", target: targetOf(node), ...range });
  const mark = { type: "text" as const, value: slotMarker(state.slots.length - 1) };
  return [{ type: "paragraph", children: [], data: { hName: "div", hChildren: [mark] } }];
}

/** One that stands inside of a list or a quotation stays code. */
export function refuseEmbed({ node, range, state }: NodeContext<Code>): void {
  const blanks = { url: targetOf(node), reason: "only between paragraphs of the page itself is there room for it" };
  state.problems.push({ code: "text/broken-link", blanks, hint: "Take it out of the list or quotation.", ...range });
}
