/** The state of rewriting one text: whether it may have problems by its characters alone, and the levels of its headings. */
import type { Definition, FootnoteDefinition, Node, PhrasingContent, Root, Code, Heading as HeadingNode } from "mdast";
import type { EmbedSlot, ImageSlot, LinkSlot, RenderOptions, TextProblem, Heading, HtmlPiece, RenderedText } from "./rendered.ts";
import { count, slotMarker, DEFAULT_OPTIONS, plainText, PREFIX_MARKER } from "./rendered.ts";

/** The level for rendering at which all headings keep different levels: Markdown has six levels, like HTML. */
export const TOP_LEVEL = 1;

/** Matches the start and end tags of headings, and all other tags as a whole, so that text in attributes is skipped. */
const TAGS = /<(\/?)h([1-6])(?=[ >])|<(?:[^">]|"[^"]*")*>/g;

/** Changes the strings among pieces as one text, because a tag may contain a slot. No piece contains U+0000. */
function replaced(pieces: readonly HtmlPiece[], change: (html: string) => string): HtmlPiece[] {
  const slots = pieces.filter((piece) => typeof piece !== "string");
  const strings = change(pieces.map((piece) => (typeof piece === "string" ? piece : "\0")).join("")).split("\0");
  return strings.flatMap((string, at) => [...(string === "" ? [] : [string]), ...slots.slice(at, at + 1)]);
}

/**
 * Moves the headings of a text that was rendered with {@link TOP_LEVEL} to another level. The result is the same as rendering again,
 * which takes a thousand times as long.
 */
export function headingsAt(rendered: RenderedText, level: number): RenderedText {
  if (level === TOP_LEVEL || rendered.headings.length === 0) return rendered;
  const moved = (depth: number): number => Math.min(6, depth + level - TOP_LEVEL);
  const tag = (found: string, end: string, depth?: string): string => (depth === undefined ? found : `<${end}h${moved(Number(depth))}`);
  return {
    ...rendered,
    pieces: replaced(rendered.pieces, (html) => html.replace(TAGS, tag)),
    headings: rendered.headings.map((heading) => ({ ...heading, depth: moved(heading.depth) })),
  };
}

/** The fragment that authors expect for a heading: lower case, letters and digits of any script, hyphens for spaces. */
function slug(text: string): string {
  const kept = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
  return kept || "section";
}

interface OpenHeading {
  readonly depth: number;
  readonly id: string;
}

/**
 * The outline of a text below the page's own headings: levels from `base` to 6 without gaps, and ids. If a heading repeats another, its
 * id gets the heading above it, so that only a heading of the same name can change an id.
 */
export class Outline {
  readonly headings: Heading[] = [];
  readonly problems: TextProblem[] = [];
  readonly #base: number;
  readonly #open: OpenHeading[] = [];
  readonly #taken = new Map<string, number>();

  constructor(base: number) {
    this.#base = base;
  }

  /** The level and id of the next heading in the text. */
  add(text: string, depth: number, range: SourceRange): Heading {
    while ((this.#open.at(-1)?.depth ?? 0) >= depth) this.#open.pop();
    const above = this.#open.at(-1);
    if (above && depth > above.depth + 1) {
      const what = `The heading “${text}” is of level ${depth} right below one of level ${above.depth}`;
      this.problems.push({ code: "text/structure", blanks: { what }, ...range });
    }
    const id = this.#unique(slug(text), above);
    this.#open.push({ depth, id });
    const heading = { depth: Math.min(6, this.#base + this.#open.length - 1), text, id };
    this.headings.push(heading);
    return heading;
  }

  #unique(wanted: string, above: OpenHeading | undefined): string {
    const id = this.#taken.has(wanted) && above ? `${above.id}--${wanted}` : wanted;
    const count = (this.#taken.get(id) ?? 0) + 1;
    this.#taken.set(id, count);
    if (count === 1) return id;
    return this.#unique(`${id}-${count}`, undefined);
  }
}

/** A heading with its level on the page and its id. Its children are already rewritten. */
export function rewriteHeading(node: HeadingNode, range: SourceRange, outline: Outline): HeadingNode {
  const { depth, id } = outline.add(plainText(node).trim(), node.depth, range);
  return { ...node, depth: depth as HeadingNode["depth"], data: { hProperties: { id: PREFIX_MARKER + id } } };
}

/**
 * Signs of a possible problem: raw HTML and addresses in angle brackets; images; definitions of links and footnotes; `xmpp:` addresses,
 * which become links by themselves but are not allowed; and headings of level 3 or deeper, which may skip a level (setext headings have
 * levels 1 and 2).
 */
const TELLING = /<|!\[|\]:|###|xmpp:/i;
/** Links in brackets. Those to other hosts whose label ends in a letter or digit are certainly fine. */
const LINKS = /\]\(/g;
const FINE_LINKS = /[A-Za-z0-9]\]\((?:https?:\/\/|mailto:)[A-Za-z0-9\-._~:/?#=+,;%&]*\)/g;
/** What may start a nested level: emphasis, quotes, list items. */
const LEVELS = /[*_~>]|[-+.)](?=\s|$)/g;

/** Limits far below those of parsing. A text below all of them need not be counted. */
const SMALL = { text: 2_000, levels: 40, cells: 10_000 } as const;

function tells(text: string): boolean {
  if (TELLING.test(text)) return true;
  return text.includes("](") && count(text, LINKS) > count(text, FINE_LINKS);
}

/** Whether a text may exceed a limit. A table row may be as wide as the text has pipes, and every line may be a row. */
function isLarge(text: string): boolean {
  if (text.length > SMALL.text) return true;
  if (count(text, LEVELS) > SMALL.levels) return true;
  return text.includes("|") && (text.split("|").length + 1) * text.split(/[\r\n]/).length > SMALL.cells;
}

/**
 * Whether rendering a text could find a problem, or leave a link for its page to judge. It looks only at characters, without parsing.
 * `false` is certain, as tests prove; `true` is not.
 */
export function mayBreak(text: string, given?: RenderOptions): boolean {
  const { limitBytes, embeds } = { ...DEFAULT_OPTIONS, ...given };
  if (text.length > limitBytes / 3 || tells(text)) return true;
  return isLarge(text) || (embeds && EMBEDS.test(text));
}

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
