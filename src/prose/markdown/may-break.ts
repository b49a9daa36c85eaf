import type { RenderOptions } from "./rendered.ts";
import { DEFAULT_OPTIONS } from "./rendered.ts";
import { EMBEDS } from "./rewrite-embed.ts";

/**
 * Raw HTML and addresses in angle brackets; images; definitions of links and footnotes; the one kind of address that becomes a link
 * by itself and is not followed; a heading deep enough to follow one that
 * is two levels above it (setext headings are of the levels 1 and 2).
 */
const TELLING = /<|!\[|\]:|###|xmpp:/i;
/** Every link in brackets: those to other hosts whose label ends in a letter or digit need no judging. */
const LINKS = /\]\(/g;
const FINE_LINKS = /[A-Za-z0-9]\]\((?:https?:\/\/|mailto:)[A-Za-z0-9\-._~:/?#=+,;%&]*\)/g;
/** What may open a level of the tree: emphasis, quotes, items. */
const LEVELS = /[*_~>]|[-+.)](?=\s|$)/g;

/** Far below every limit of parsing: a text that stays under all of these need not be counted. */
const SMALL = { text: 2_000, levels: 40, cells: 10_000 } as const;

function count(text: string, pattern: RegExp): number {
  pattern.lastIndex = 0;
  let found = 0;
  while (pattern.test(text)) found += 1;
  return found;
}

function tells(text: string): boolean {
  if (TELLING.test(text)) return true;
  return text.includes("](") && count(text, LINKS) > count(text, FINE_LINKS);
}

/** A row of a table may be as wide as the text has pipes, and every line may be a row. */
function isLarge(text: string): boolean {
  if (text.length > SMALL.text) return true;
  if (count(text, LEVELS) > SMALL.levels) return true;
  return text.includes("|") && (text.split("|").length + 1) * text.split(/[\r\n]/).length > SMALL.cells;
}

/**
 * Whether rendering a text could find a problem in it, or leave a link for its page to judge: told by its characters, without
 * parsing. `false` is certain (the tests prove it); `true` is not.
 */
export function mayBreak(text: string, given?: RenderOptions): boolean {
  const { limitBytes, embeds } = { ...DEFAULT_OPTIONS, ...given };
  if (text.length > limitBytes / 3 || tells(text)) return true;
  return isLarge(text) || (embeds && EMBEDS.test(text));
}
