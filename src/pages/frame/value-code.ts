import type { Node } from "#text";
import { escapeCode, type CodePart, type CodeText } from "../blocks/index.ts";
import type { PageContext, SiteContext } from "./context.ts";

const YAML_KEY = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`[\]{},-][^#]*?|-[^\s#][^#]*?)(:)(?=\s|$)/;
const SCALAR =
  /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<![\w.-])(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|~)(?![\w.:/-])|(?<=^|\s)(#.*)$/g;

function span(name: string, text: string): string {
  return `<span class="${name}">${escapeCode(text)}</span>`;
}

/** Highlights the part of a line after the key: quoted strings, numbers, JSON keywords and comments. */
function rest(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(SCALAR)) {
    const [whole, quoted, word, comment] = match;
    html += escapeCode(text.slice(at, match.index));
    if (quoted !== undefined) html += span(/^\s*:/.test(text.slice(match.index + whole.length)) ? "k" : "s", whole);
    else if (comment !== undefined) html += span("cm", whole);
    else html += span(/^[tfn~]/.test(word ?? "") ? "w" : "n", whole);
    at = match.index + whole.length;
  }
  return html + escapeCode(text.slice(at));
}

/** Highlights one line of YAML or JSON: key, strings, numbers and comment. It does not know the lines before. */
export function highlightLine(text: string, language: "yaml" | "json"): string {
  if (language === "json") return rest(text);
  const comment = /^\s*#/.test(text);
  if (comment) return span("cm", text);
  const key = YAML_KEY.exec(text);
  if (!key) return rest(text);
  const [whole, indent = "", name = ""] = key;
  return `${indent}${span("k", name)}:${rest(text.slice(whole.length))}`;
}

/** The most characters of a text or value on a page among other things. */
export const LONGEST_CODE = 20_000;
/** Longer lines are cut and not highlighted. */
const LONGEST_LINE = 2000;
/** The longest line of a page that has only this line. */
const LONGEST_ALONE = 60_000;

function lineHtml(shown: string, language: "yaml" | "json" | undefined, words: SiteContext["words"]): string {
  if (shown.length <= LONGEST_LINE) return language ? highlightLine(shown, language) : escapeCode(shown);
  const cut = shown.length > LONGEST_ALONE ? `… ${words("site.more-characters", { count: shown.length - LONGEST_ALONE })}` : "";
  return escapeCode(shown.slice(0, LONGEST_ALONE) + cut);
}

/** Short lines often repeat. The HTML of up to `most` lines, each at most `longest` characters, is kept for the other pages. */
const OFTEN = { longest: 80, most: 5_000 };

function noLines(): Map<string, string> {
  return new Map();
}

/** Returns a function that turns a line into HTML, and remembers the result of short lines. */
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

/** The header of a YAML block scalar at the end of a line: `|`, `>` with indentation and chomping indicators (YAML 1.2 § 8.1.1). */
const BLOCK = /(?:^|[:\-?]\s+|\s)[|>][0-9+-]{0,2}\s*(?:#.*)?$/;

const indentOf = (text: string): number => text.search(/\S|$/);

/**
 * Returns a function that is called with each line in turn, and says whether the line is text inside a block scalar, which is not
 * highlighted as YAML. Make a new one for each page.
 */
export function blockText(language: "yaml" | "json"): (line: string) => boolean {
  let inside = -1;
  return (line) => {
    if (language === "json") return false;
    const indent = indentOf(line);
    if (inside >= 0 && (indent > inside || line.trim() === "")) return true;
    inside = BLOCK.test(line) && !/^\s*#/.test(line) ? indent : -1;
    return false;
  };
}

/** A scalar as JSON, with its digits. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>): CodePart {
  if (node.kind === "string") return { text: JSON.stringify(node.value), type: "s" };
  if (node.kind === "number") return { text: node.raw, type: "n" };
  return { text: node.kind === "null" ? "null" : String(node.value), type: "w" };
}

/** What is marked in a value: a part of it, or what an object lacks. */
export interface ValueMark {
  readonly at: Node | undefined;
  /** What to say of the missing property. */
  readonly missing: string | undefined;
}

interface Printer {
  /** How many more values may be printed. Aliases may expand to more than anybody wants to wait for. */
  left: number;
  readonly mark: ValueMark | undefined;
}

function print(printer: Printer, node: Node, indent: string, parts: CodePart[]): void {
  const { mark } = printer;
  printer.left -= 1;
  if (node.kind !== "map" && node.kind !== "list") {
    parts.push(scalar(node));
    return;
  }
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  const items = node.kind === "map" ? node.entries : node.items;
  parts.push(open);
  let before = "";
  const next = (): unknown => parts.push(`${before}\n${indent}  `);
  for (const item of items) {
    next();
    before = ",";
    if (printer.left <= 0) {
      parts.push("…");
      break;
    }
    const value = "key" in item ? item.value : item;
    const isMarked = mark?.at === value && mark.missing === undefined;
    const own: CodePart[] = isMarked ? [] : parts;
    if ("key" in item) own.push({ text: JSON.stringify(item.key), type: "k" }, ": ");
    print(printer, value, `${indent}  `, own);
    if (isMarked) parts.push({ parts: own, mark: true });
  }
  if (mark?.at === node && mark.missing !== undefined) {
    next();
    before = ",";
    parts.push({ text: mark.missing, type: "missing" });
  }
  parts.push(before === "" ? close : `\n${indent}${close}`);
}

/** A value as JSON, and the number of values printed. After `limit` values it is cut and ends in `…`. */
export function valueCode(node: Node, limit = 1000, mark?: ValueMark): { code: CodeText; cut: boolean; printed: number } {
  const printer = { left: limit, mark };
  const parts: CodePart[] = [];
  print(printer, node, "", parts);
  const isMarked = mark?.at === node && mark.missing === undefined;
  return { code: isMarked ? { parts, mark: true } : { parts }, cut: printer.left <= 0, printed: limit - printer.left };
}
