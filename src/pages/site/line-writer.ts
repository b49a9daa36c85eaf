import type { PageContext, SiteContext } from "./context.ts";
import { escapeHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

const YAML_KEY = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`[\]{},-][^#]*?|-[^\s#][^#]*?)(:)(?=\s|$)/;
const SCALAR = /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<![\w.-])(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|~)(?![\w.:/-])|(?<=^|\s)(#.*)$/g;

function span(name: string, text: string): string {
  return `<span class="${name}">${escapeHtml(text)}</span>`;
}

/** The value part of a line: quoted strings, numbers, words of JSON, a comment; the rest as it is. */
function rest(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(SCALAR)) {
    const [whole, quoted, word, comment] = match;
    html += escapeHtml(text.slice(at, match.index));
    if (quoted !== undefined) html += span(/^\s*:/.test(text.slice(match.index + whole.length)) ? "k" : "s", whole);
    else if (comment !== undefined) html += span("cm", whole);
    else html += span(/^[tfn~]/.test(word ?? "") ? "w" : "n", whole);
    at = match.index + whole.length;
  }
  return html + escapeHtml(text.slice(at));
}

/** A line of YAML or JSON with its key, strings, numbers and comment marked. It reads a line alone: block text stays plain enough. */
export function highlightLine(text: string, language: "yaml" | "json"): string {
  if (language === "json") return rest(text);
  const comment = /^\s*#/.test(text);
  if (comment) return span("cm", text);
  const key = YAML_KEY.exec(text);
  if (!key) return rest(text);
  const [whole, indent = "", name = ""] = key;
  return `${indent}${span("k", name)}:${rest(text.slice(whole.length))}`;
}

/** A line longer than this is cut where it is shown, and plain. */
const LONGEST_LINE = 2000;
/** A page's one line may be this long at most. */
const LONGEST_ALONE = 60_000;

function lineHtml(text: string, language: "yaml" | "json" | undefined, words: SiteContext["words"]): string {
  const shown = visible(text);
  if (shown.length <= LONGEST_LINE) return language ? highlightLine(shown, language) : escapeHtml(shown);
  const cut = shown.length > LONGEST_ALONE ? `… ${words("site.more-characters", { count: shown.length - LONGEST_ALONE })}` : "";
  return escapeHtml(shown.slice(0, LONGEST_ALONE) + cut);
}

/** Lines up to so long are often met again: so many of them are kept as HTML while the pages of a site are made. */
const OFTEN = { longest: 80, most: 5_000 };

function noLines(): Map<string, string> {
  return new Map();
}

/** The HTML of lines; that of one that was met before is known. */
export function lineWriter({ site }: PageContext): (text: string, language: "yaml" | "json" | undefined) => string {
  const { words } = site;
  const kept = site.memo.of(noLines, site);
  return (text, language) => {
    if (text.length > OFTEN.longest) return lineHtml(text, language, words);
    const key = `${language ?? ""}\n${text}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const html = lineHtml(text, language, words);
    if (kept.size < OFTEN.most) kept.set(key, html);
    return html;
  };
}
