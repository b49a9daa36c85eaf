/** Whether a text may have problems, by its characters alone. */
import type { RenderOptions } from "./rendered.ts";
import { DEFAULT_OPTIONS } from "./rendered.ts";
import { EMBEDS } from "./rewriting.ts";

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
