/** Renders plain Markdown without the pipeline: text within a line. */
import { escapeClose, escapeText, inOneLine } from "./escape-html.ts";
import { isUnreadable } from "./rewrite-link.ts";

/** Inline Markdown as HTML, equal to the output of the full pipeline. */
export interface InlineHtml {
  readonly html: string;
  readonly plain: string;
  /** The raw HTML tags with their offsets. */
  readonly tags?: readonly RawTag[];
}

export interface RawTag {
  readonly at: number;
  readonly value: string;
}

interface Delimiter {
  readonly run: string;
  readonly start: number;
}

type PhrasePart = InlineHtml | Delimiter;

/** Matches where something other than plain text may begin. */
const SPECIAL = /[\\`[\]<&@~]|[*_]+|!\[|:\/\/|www\./gi;
const CODE = /`([^`\n]+)`(?!`)/y;
/** Matches links without brackets, escapes or special characters in the label, and with a target that needs no encoding. */
const LINK = /\[([^[\]\\`*_~<&!@:\n]*[^\s[\]\\`*_~<&!@:][^[\]\\`*_~<&!@:\n]*)\]\(((?:https?:\/\/|mailto:)[A-Za-z0-9\-._~:/?#=+,;]*)\)/y;
/** Matches raw HTML tags without attributes, which are shown as text. Those with attributes are left to the pipeline. */
const TAG = /<(?:[A-Za-z][A-Za-z0-9-]* ?\/?|\/[A-Za-z][A-Za-z0-9-]* ?)>/y;
const WORD = /[A-Za-z0-9]/;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A code span (CommonMark 0.31 § 6.1). One space is removed at both ends, unless it contains only spaces. */
function codeSpan(text: string, at: number): { part: InlineHtml; end: number } | undefined {
  const found = matchAt(CODE, text, at);
  if (!found) return undefined;
  const [whole, content = ""] = found;
  const value = content.startsWith(" ") && content.endsWith(" ") && /[^ ]/.test(content) ? content.slice(1, -1) : content;
  return { part: { html: `<code>${escapeText(value)}</code>`, plain: value }, end: at + whole.length };
}

function link(text: string, at: number): { part: InlineHtml; end: number } | undefined {
  const found = matchAt(LINK, text, at);
  if (!found) return undefined;
  const [whole, label = "", url = ""] = found;
  if (/www\./i.test(label) || isUnreadable(url)) return undefined;
  return { part: { html: `<a href="${url}">${escapeClose(label)}</a>`, plain: label }, end: at + whole.length };
}

function tag(text: string, at: number): { part: InlineHtml; end: number } | undefined {
  const value = matchAt(TAG, text, at)?.[0];
  return value === undefined
    ? undefined
    : { part: { html: escapeText(value), plain: value, tags: [{ at, value }] }, end: at + value.length };
}

/** A character without special meaning; `undefined` if it might have one. */
function literal(text: string, at: number): InlineHtml | undefined {
  const character = text[at] ?? "";
  const next = text[at + 1] ?? "";
  if (character === "&") return /[A-Za-z#]/.test(next) ? undefined : { html: "&#x26;", plain: "&" };
  if (character === "<") return /[A-Za-z/!?]/.test(next) ? undefined : { html: "&#x3C;", plain: "<" };
  if (character === "\\") return /[A-Za-z0-9 ]/.test(next) ? { html: "\\", plain: "\\" } : undefined;
  if (character === "]") return next === "(" ? undefined : { html: "]", plain: "]" };
  return undefined;
}

function special(text: string, { index, 0: found }: RegExpExecArray): { part: PhrasePart; end: number } | undefined {
  if (found === "`") return text[index - 1] === "`" || text[index + 1] === "`" ? undefined : codeSpan(text, index);
  if (found.startsWith("*") || found.startsWith("_")) return { part: { run: found, start: index }, end: index + found.length };
  if (found === "[") {
    const linked = link(text, index);
    if (linked || text[index + 1] === "^") return linked;
    return { part: { html: "[", plain: "[" }, end: index + 1 };
  }
  return tag(text, index) ?? (found.length === 1 ? single(text, index) : undefined);
}

function single(text: string, at: number): { part: InlineHtml; end: number } | undefined {
  const part = literal(text, at);
  return part && { part, end: at + 1 };
}

function split(text: string): PhrasePart[] | undefined {
  const parts: PhrasePart[] = [];
  let last = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(text); found; found = SPECIAL.exec(text)) {
    const next = special(text, found);
    if (!next) return undefined;
    if (found.index > last) parts.push(plainPart(text.slice(last, found.index)));
    parts.push(next.part);
    last = next.end;
    SPECIAL.lastIndex = last;
  }
  if (last < text.length) parts.push(plainPart(text.slice(last)));
  return parts;
}

function plainPart(text: string): InlineHtml {
  return { html: escapeClose(text), plain: text.includes("\n") ? inOneLine(text) : text };
}

type Role = "literal" | "open" | "close";

function isLiteral(run: string, before: string, after: string): boolean {
  if (run.startsWith("_") && WORD.test(before) && WORD.test(after)) return true;
  return /[ \n]/.test(before) && /[ \n]/.test(after);
}

/** The role of a run of `*` or `_` (CommonMark 0.31 § 6.2); `undefined` if its neighbours leave doubt. */
function roleOf({ run, start }: Delimiter, text: string): Role | undefined {
  const before = text[start - 1] ?? " ";
  const after = text[start + run.length] ?? " ";
  if (isLiteral(run, before, after)) return "literal";
  if (run.length > 2) return undefined;
  if (/[ \n(]/.test(before) && /[A-Za-z0-9`]/.test(after)) return "open";
  const closes = WORD.test(before) ? /[ \n.,;:)!?]/.test(after) : /[.!?:)`]/.test(before) && /[ \n]/.test(after);
  return closes ? "close" : undefined;
}

/** Reads emphasis that is not nested: delimiters open and close in turn. */
class Emphasis {
  html = "";
  plain = "";
  open: string | undefined;
  readonly tags: RawTag[] = [];

  /** Handles a delimiter. Returns whether its role is certain. */
  delimit(run: string, role: Role | undefined): boolean {
    const name = run.length === 1 ? "em" : "strong";
    if (role === "literal") {
      this.html += run;
      this.plain += run;
      return true;
    }
    if (role === undefined || this.open !== (role === "open" ? undefined : run)) return false;
    this.html += role === "open" ? `<${name}>` : `</${name}>`;
    this.open = role === "open" ? run : undefined;
    return true;
  }
}

function emphasize(parts: readonly PhrasePart[], text: string): InlineHtml | undefined {
  const made = new Emphasis();
  for (const part of parts) {
    if ("run" in part) {
      if (!made.delimit(part.run, roleOf(part, text))) return undefined;
      continue;
    }
    made.html += part.html;
    made.plain += part.plain;
    if (part.tags) made.tags.push(...part.tags);
  }
  if (made.open !== undefined) return undefined;
  return { html: made.html, plain: made.plain, ...(made.tags.length > 0 ? { tags: made.tags } : {}) };
}

/**
 * Renders the text of a paragraph, byte for byte like the pipeline; `undefined` if only the pipeline can. Lines must be joined by `\n`
 * without blanks at their ends, and the document must define no links or footnotes.
 */
export function fastInline(text: string): InlineHtml | undefined {
  const parts = split(text);
  return parts && emphasize(parts, text);
}
