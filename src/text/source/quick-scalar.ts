/** Reads scalars of plain YAML, and keeps the position of the quick reader in its text. */
import type { Place } from "../json/index.ts";
import { scanFlowScalar } from "./scan-scalar.ts";

/** Thrown inside the quick reader for syntax that it leaves to the library. The text need not have an error. */
export class UnsupportedSyntax extends Error {}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const HASH = 0x23;

/** A position in a YAML text that moves from content to content, over blank lines and comments. */
export class LineCursor {
  readonly text: string;
  /** The offset of the next content, or the length of the text. */
  at = 0;
  /** The column of that content if it is the first of its line. */
  indent = 0;
  /** Where its line ends, the line feed excluded. */
  lineEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the first content of the text, past a line `---`. */
  begin(): void {
    this.toContent(0);
    if (this.indent !== 0 || !this.text.startsWith("---", this.at)) return this.checkMarker();
    if (!/^--- *(?: #.*)?$/.test(this.text.slice(this.at, this.lineEnd))) throw new UnsupportedSyntax();
    this.toContent(this.lineEnd + 1);
    this.checkMarker();
  }

  isEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Moves past a value that ended at an offset: only a comment may follow it on its line. */
  finishLine(end: number): void {
    const at = this.skipSpaces(end);
    const code = this.text.charCodeAt(at);
    const lineEnd = this.endOfLine(at);
    if (at < lineEnd && !(code === HASH && at > end)) throw new UnsupportedSyntax();
    this.toContent(lineEnd + 1);
    this.checkMarker();
  }

  skipSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at += 1;
    return at;
  }

  endOfLine(from: number): number {
    const end = this.text.indexOf("\n", from);
    return end === -1 ? this.text.length : end;
  }

  /** Moves to the first content at or after the start of a line. */
  toContent(start: number): void {
    const { text } = this;
    let lineStart = start;
    for (;;) {
      const at = this.skipSpaces(lineStart);
      const code = text.charCodeAt(at);
      if (at >= text.length) {
        this.at = text.length;
        this.indent = -1;
        this.lineEnd = text.length;
        return;
      }
      if (code !== LINE_FEED && code !== HASH) {
        this.at = at;
        this.indent = at - lineStart;
        this.lineEnd = this.endOfLine(at);
        return;
      }
      lineStart = this.endOfLine(at) + 1;
    }
  }

  /** Leaves a second document, or an explicit end of this one, to the library. */
  private checkMarker(): void {
    if (this.indent === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(this.text.slice(this.at, this.at + 4))) throw new UnsupportedSyntax();
  }
}

/** Whether a character ends a word in YAML: a space, a line feed or the end of the text. */
export function isGap(code: number): boolean {
  return code === SPACE || code === LINE_FEED || Number.isNaN(code);
}

/** The value of a scalar and the offset after it. */
interface QuickScalar {
  readonly value: string;
  readonly end: number;
}

const COLON = 0x3a;

/** Characters that cannot start a plain scalar, and those that cannot before a gap (YAML 1.2.2 § 7.3.3). */
const INDICATORS = ",[]{}#&*!|>'\"%@`";
const CONDITIONAL = "-?:";

/** Whether a plain scalar may start at an offset. */
export function startsPlain(text: string, at: number): boolean {
  const letter = text.charAt(at);
  return letter !== "" && !INDICATORS.includes(letter) && !(CONDITIONAL.includes(letter) && isGap(text.charCodeAt(at + 1)));
}

/**
 * Where the plain text on the rest of a line ends: before a comment, the colon of a key (`colon`, else -1), or the line end.
 * Tabs are left to the library.
 */
export function plainEnd(text: string, start: number, lineEnd: number): { end: number; colon: number } {
  let end = start;
  for (let at = start; at < lineEnd; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE) continue;
    if (code === COLON && isGap(text.charCodeAt(at + 1))) return { end, colon: at };
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) return { end, colon: -1 };
    if (code === 0x09) throw new UnsupportedSyntax();
    end = at + 1;
  }
  return { end, colon: -1 };
}

/** Reads a plain scalar, which may continue on lines indented by more than its parent. Moves the cursor past it. */
export function readPlain(cursor: LineCursor, start: number, parent: number): QuickScalar {
  const { text } = cursor;
  const lineEnd = cursor.endOfLine(start);
  let { end, colon } = plainEnd(text, start, lineEnd);
  if (colon !== -1) throw new UnsupportedSyntax();
  let value = text.slice(start, end);
  cursor.finishLine(end);
  while (cursor.indent > parent) {
    // A comment in between is left to the library.
    if (text.slice(end, cursor.at).trim() !== "") throw new UnsupportedSyntax();
    const breaks = lineBreaks(text, end, cursor.at);
    const from = cursor.at;
    ({ end, colon } = plainEnd(text, from, cursor.lineEnd));
    if (colon !== -1) throw new UnsupportedSyntax();
    value += (breaks === 1 ? " " : "\n".repeat(breaks - 1)) + text.slice(from, end);
    cursor.finishLine(end);
  }
  return { value, end };
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The offset after the closing quote of the string that starts at an offset. */
function closing(text: string, start: number, quote: string): number {
  let at = text.indexOf(quote, start + 1);
  if (quote === "'") while (at !== -1 && text.charAt(at + 1) === "'") at = text.indexOf("'", at + 2);
  else {
    while (at !== -1) {
      let slashes = 0;
      while (text.charAt(at - 1 - slashes) === "\\") slashes += 1;
      if (slashes % 2 === 0) break;
      at = text.indexOf('"', at + 1);
    }
  }
  if (at === -1) throw new UnsupportedSyntax();
  return at + 1;
}

/** Escapes that are read here. Others are left to the library. */
const ESCAPES = /\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[\da-fA-F]{4})/g;

/** A quoted scalar on one line. */
export function readQuoted(place: Pick<Place, "file" | "start">): QuickScalar {
  const { file, start } = place;
  const { text } = file;
  const quote = text.charAt(start);
  const end = closing(text, start, quote);
  const inner = text.slice(start + 1, end - 1);
  if (inner.includes("\n")) throw new UnsupportedSyntax();
  if (quote === "'") return { value: inner.includes("'") ? inner.replaceAll("''", "'") : inner, end };
  if (!inner.includes("\\")) return { value: inner, end };
  if (inner.replace(ESCAPES, "").includes("\\")) throw new UnsupportedSyntax();
  return { value: scanFlowScalar({ file, start, end }, "double").value, end };
}

/** The common headers of a literal or folded scalar. */
const HEADER = /^[|>]-? *$/;

interface ScalarLines {
  /** The lines with content, without indentation; an empty text for a blank line. */
  readonly lines: readonly string[];
  readonly end: number;
}

/** The indentation of the scalar at a content line, which its first line sets; `undefined` if the line ends the scalar. */
function indentOf(known: number, spaces: number, { parent, isTab }: { parent: number; isTab: boolean }): number | undefined {
  const indent = known === -1 ? spaces : known;
  if (indent <= parent) throw new UnsupportedSyntax();
  if (spaces >= indent) return indent;
  if (spaces > parent || isTab) throw new UnsupportedSyntax();
  return undefined;
}

/** The lines of the scalar, up to the first line with less indentation. */
function linesOf(cursor: LineCursor, start: number, parent: number): ScalarLines {
  const { text } = cursor;
  const lines: string[] = [];
  let indent = -1;
  let end = start;
  let blank = 0;
  for (let lineStart = start; lineStart < text.length;) {
    const at = cursor.skipSpaces(lineStart);
    const lineEnd = cursor.endOfLine(at);
    const spaces = at - lineStart;
    if (at === lineEnd) {
      if (spaces > Math.max(indent, 0)) throw new UnsupportedSyntax();
      blank += 1;
    } else {
      const found = indentOf(indent, spaces, { parent, isTab: text.charAt(at) === "\t" });
      if (found === undefined) break;
      indent = found;
      for (; blank > 0; blank -= 1) lines.push("");
      lines.push(text.slice(lineStart + indent, lineEnd));
      end = Math.min(lineEnd + 1, text.length);
    }
    lineStart = lineEnd + 1;
  }
  if (indent === -1) throw new UnsupportedSyntax();
  return { lines, end };
}

/** Folds lines into one (YAML 1.2.2 § 8.1.3), except lines that start with white space and their neighbours. */
function foldLines(lines: readonly string[]): string {
  let value = "";
  let last: string | undefined;
  let breaks = 0;
  for (const line of lines) {
    if (line === "") {
      breaks += 1;
      continue;
    }
    const folds = last !== undefined && !/^[ \t]/.test(last) && !/^[ \t]/.test(line);
    if (last === undefined) value += "\n".repeat(breaks);
    else if (folds && breaks === 0) value += " ";
    else value += "\n".repeat(folds ? breaks : breaks + 1);
    value += line;
    last = line;
    breaks = 0;
  }
  return value;
}

/** Reads a literal or folded scalar. Moves the cursor past it. */
export function readBlockScalar(cursor: LineCursor, start: number, parent: number): QuickScalar {
  const { text } = cursor;
  const lineEnd = cursor.endOfLine(start);
  const header = text.slice(start, lineEnd);
  if (!HEADER.test(header) || lineEnd >= text.length) throw new UnsupportedSyntax();
  const { lines, end } = linesOf(cursor, lineEnd + 1, parent);
  const body = header.startsWith("|") ? lines.join("\n") : foldLines(lines);
  if (end > 0 && text.charAt(end - 1) === "\n") cursor.finishLine(end - 1);
  else cursor.toContent(end);
  return { value: header.charAt(1) === "-" ? body : `${body}\n`, end };
}
