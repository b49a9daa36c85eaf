/** Moves headings to the level that a page needs. */
import type { Heading as HeadingNode } from "mdast";
import { plainText, PREFIX_MARKER } from "./escape-html.ts";
import type { Heading, HtmlPiece, RenderedText, TextProblem } from "./rendered.ts";
import type { SourceRange } from "./rewriting.ts";

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
