import type { Piece, Rendered } from "./rendered.ts";

/** The level at which each heading of a text still has one of its own: Markdown has six, and so has HTML. */
export const TOP_LEVEL = 1;

/** Begins and ends of headings, and whole other tags, so that what an attribute says is not looked into. */
const TAGS = /<(\/?)h([1-6])(?=[ >])|<(?:[^">]|"[^"]*")*>/g;

/** Pieces of which the strings are changed as one text: a tag may have a slot inside. No piece has U+0000 in it. */
function replaced(pieces: readonly Piece[], change: (html: string) => string): Piece[] {
  const slots = pieces.filter((piece) => typeof piece !== "string");
  const strings = change(pieces.map((piece) => (typeof piece === "string" ? piece : "\0")).join("")).split("\0");
  return strings.flatMap((string, at) => [...(string === "" ? [] : [string]), ...slots.slice(at, at + 1)]);
}

/**
 * A text that was rendered with its headings from {@link TOP_LEVEL} on, with them from another level on; the same as rendering it anew,
 * which takes a thousand times as long.
 */
export function headingsAt(rendered: Rendered, level: number): Rendered {
  if (level === TOP_LEVEL || rendered.headings.length === 0) return rendered;
  const moved = (depth: number): number => Math.min(6, depth + level - TOP_LEVEL);
  const tag = (found: string, end: string, depth?: string): string => (depth === undefined ? found : `<${end}h${moved(Number(depth))}`);
  return {
    ...rendered,
    pieces: replaced(rendered.pieces, (html) => html.replace(TAGS, tag)),
    headings: rendered.headings.map((heading) => ({ ...heading, depth: moved(heading.depth) })),
  };
}
