import type { Definition, FootnoteDefinition, Node, PhrasingContent, Root } from "mdast";
import type { EmbedSlot, ImageSlot, LinkSlot, RenderOptions, TextProblem } from "./rendered.ts";

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
  /** How often each footnote was referred to, in order of first reference. */
  readonly footnoteUses: Map<string, { readonly number: number; readonly count: number }>;
  /** Inside a link, what would be a link too waits here and follows it (links do not nest). */
  afterLink: PhrasingContent[] | undefined;
}

/** A range of the source. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** Where a node was written; nodes that GFM makes of literal addresses have no position, and get their parent's. */
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
