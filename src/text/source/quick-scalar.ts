import type { Place } from "../json/index.ts";
import type { LineCursor } from "./line-cursor.ts";
import { isGap, Uncommon } from "./line-cursor.ts";
import { scanFlowScalar } from "./scan-flow-scalar.ts";

/** A scalar as it was read: its value and the offset after it. */
export interface QuickScalar {
  readonly value: string;
  readonly end: number;
}

const COLON = 0x3a;
const HASH = 0x23;
const SPACE = 0x20;

/** Characters that start something other than a plain scalar, and those that may when a gap follows (YAML 1.2.2 § 7.3.3). */
const INDICATORS = ",[]{}#&*!|>'\"%@`";
const CONDITIONAL = "-?:";

/** Whether a plain scalar may start at an offset. */
export function startsPlain(text: string, at: number): boolean {
  const letter = text.charAt(at);
  return letter !== "" && !INDICATORS.includes(letter) && !(CONDITIONAL.includes(letter) && isGap(text.charCodeAt(at + 1)));
}

/**
 * Where the plain text on the rest of a line ends: before a comment, a colon that makes it a key (`colon`), or the line end.
 * A tab is left to the library wherever it stands.
 */
export function plainEnd(text: string, start: number, lineEnd: number): { end: number; colon: number } {
  let end = start;
  for (let at = start; at < lineEnd; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE) continue;
    if (code === COLON && isGap(text.charCodeAt(at + 1))) return { end, colon: at };
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) return { end, colon: -1 };
    if (code === 0x09) throw new Uncommon();
    end = at + 1;
  }
  return { end, colon: -1 };
}

/** A plain scalar that may go on over lines that are indented by more than its parent; the cursor is moved past it. */
export function readPlain(cursor: LineCursor, start: number, parent: number): QuickScalar {
  const { text } = cursor;
  const lineEnd = cursor.endOfLine(start);
  let { end, colon } = plainEnd(text, start, lineEnd);
  if (colon !== -1) throw new Uncommon();
  let value = text.slice(start, end);
  cursor.finishLine(end);
  while (cursor.indent > parent) {
    // A comment or a directive-like line in between is not for a quick look.
    if (text.slice(end, cursor.at).trim() !== "") throw new Uncommon();
    const breaks = lineBreaks(text, end, cursor.at);
    const from = cursor.at;
    ({ end, colon } = plainEnd(text, from, cursor.lineEnd));
    if (colon !== -1) throw new Uncommon();
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
  if (at === -1) throw new Uncommon();
  return at + 1;
}

/** Escapes that are read here; whether another one is one at all, the library says. */
const ESCAPES = /\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[\da-fA-F]{4})/g;

/** A quoted scalar on one line. */
export function readQuoted(place: Pick<Place, "file" | "start">): QuickScalar {
  const { file, start } = place;
  const { text } = file;
  const quote = text.charAt(start);
  const end = closing(text, start, quote);
  const inner = text.slice(start + 1, end - 1);
  if (inner.includes("\n")) throw new Uncommon();
  if (quote === "'") return { value: inner.includes("'") ? inner.replaceAll("''", "'") : inner, end };
  if (!inner.includes("\\")) return { value: inner, end };
  if (inner.replace(ESCAPES, "").includes("\\")) throw new Uncommon();
  return { value: scanFlowScalar({ file, start, end }, "double").value, end };
}
