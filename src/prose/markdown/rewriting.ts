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
