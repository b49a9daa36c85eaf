import type { Definition, FootnoteDefinition, Node, PhrasingContent, Root, RootContent } from "mdast";
import type { EmbedSlot, ImageSlot, LinkSlot, RenderOptions, TextProblem } from "./rendered.ts";

/** What the rewriting of one text knows and collects. */
export interface Rewriting {
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
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a node was written; nodes that GFM makes of literal addresses have no position, and get their parent's. */
export function rangeOf(node: Node, parent: Range): Range {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? parent : { start, end };
}

/** One node in its surroundings. */
export interface Site<N> {
  readonly node: N;
  readonly range: Range;
  readonly inParagraph: boolean;
  readonly state: Rewriting;
}

export type Content = Root["children"][number];
export type Rewriter<N extends RootContent> = (site: Site<N>) => Content[];
