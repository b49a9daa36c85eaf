/** The state of rewriting one text. */
import type { Definition, FootnoteDefinition, Node, PhrasingContent, Root, Code } from "mdast";
import type { EmbedSlot, ImageSlot, LinkSlot, RenderOptions, TextProblem } from "./rendered.ts";
import { slotMarker } from "./escape-html.ts";

/** The state of rewriting one text. */
export interface RewriteContext {
  readonly source: string;
  readonly options: Required<RenderOptions>;
  readonly slots: (LinkSlot | ImageSlot | EmbedSlot)[];
  readonly problems: TextProblem[];
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly allDefinitions: readonly Definition[];
  readonly usedDefinitions: Set<Definition>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** The number of references to each footnote, in the order of the first ones. */
  readonly footnoteUses: Map<string, { readonly number: number; readonly count: number }>;
  /** Within a link: further links, which are put behind it because links cannot be nested. */
  afterLink: PhrasingContent[] | undefined;
}

/** A range of the source. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** The range of a node in the source. Nodes that GFM makes from plain addresses have no position and get that of their parent. */
export function rangeOf(node: Node, parent: SourceRange): SourceRange {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? parent : { start, end };
}

/** One node with its context. */
export interface NodeContext<N> {
  readonly node: N;
  readonly range: SourceRange;
  readonly inParagraph: boolean;
  readonly state: RewriteContext;
}

export type MarkdownNode = Root["children"][number];

/** The language of a fence that is replaced by a part of the reference. */
export const EMBED_LANGUAGE = "msgdocs";

/** Matches texts that may have such a fence. The fast reader leaves them to the pipeline. */
export const EMBEDS = /^[ \t]*(?:`{3,}|~{3,})[ \t]*msgdocs\b/m;

/** The part that a fence asks for. */
export function embedTarget({ meta, value }: Code): string {
  return ((meta ?? "").trim() || value).trim();
}

/** Whether code is to be replaced by a part of the reference. */
export function isEmbed({ node, state }: Pick<NodeContext<Code>, "node" | "state">): boolean {
  return state.options.embeds && node.lang === EMBED_LANGUAGE;
}

/** The slot that the page fills. It is only allowed between blocks of the text itself, because a list item has no room for a tree. */
export function rewriteEmbed({ node, range, state }: NodeContext<Code>): MarkdownNode[] {
  state.slots.push({ kind: "embed", target: embedTarget(node), ...range });
  const mark = { type: "text" as const, value: slotMarker(state.slots.length - 1) };
  return [{ type: "paragraph", children: [], data: { hName: "div", hChildren: [mark] } }];
}

/** Reports such a fence within a list or quotation, where it stays code. */
export function refuseEmbed({ node, range, state }: NodeContext<Code>): void {
  const blanks = { url: embedTarget(node), reason: "only between paragraphs of the page itself is there room for it" };
  state.problems.push({ code: "text/broken-link", blanks, hint: "Take it out of the list or quotation.", ...range });
}
