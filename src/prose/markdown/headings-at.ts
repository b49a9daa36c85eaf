import type { Heading as HeadingNode } from "mdast";
import { plainText, PREFIX_MARKER } from "./escape-html.ts";
import type { Heading, HtmlPiece, RenderedText, TextProblem } from "./rendered.ts";
import type { SourceRange } from "./rewriting.ts";

/** The level at which each heading of a text still has one of its own: Markdown has six, and so has HTML. */
export const TOP_LEVEL = 1;

/** Begins and ends of headings, and whole other tags, so that what an attribute says is not looked into. */
const TAGS = /<(\/?)h([1-6])(?=[ >])|<(?:[^">]|"[^"]*")*>/g;

/** Pieces of which the strings are changed as one text: a tag may have a slot inside. No piece has U+0000 in it. */
function replaced(pieces: readonly HtmlPiece[], change: (html: string) => string): HtmlPiece[] {
  const slots = pieces.filter((piece) => typeof piece !== "string");
  const strings = change(pieces.map((piece) => (typeof piece === "string" ? piece : "\0")).join("")).split("\0");
  return strings.flatMap((string, at) => [...(string === "" ? [] : [string]), ...slots.slice(at, at + 1)]);
}

/**
 * A text that was rendered with its headings from {@link TOP_LEVEL} on, with them from another level on; the same as rendering it anew,
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

/** The fragment that authors expect of a heading: lower case, letters and digits of any script, spaces as hyphens. */
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
 * The headings of one text as an outline under the page's own: levels without gaps from `base` on, at most 6, and ids.
 * A later heading of the same words is named with the heading above it, so that only a namesake can change an id.
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

/** A heading, children already rewritten, at its level on the page and with its id. */
export function rewriteHeading(node: HeadingNode, range: SourceRange, outline: Outline): HeadingNode {
  const { depth, id } = outline.add(plainText(node).trim(), node.depth, range);
  return { ...node, depth: depth as HeadingNode["depth"], data: { hProperties: { id: PREFIX_MARKER + id } } };
}
