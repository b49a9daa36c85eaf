import type { Place, TextFile } from "#text";
import { lineStarts } from "#text";
import { visible } from "./visible.ts";

/** One printed line of a frame. `carets` is the range to mark below the line. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  readonly carets?: { readonly indent: number; readonly length: number };
}

/** Columns of source for a terminal of unknown width; longer lines are cut around the place. */
const WIDTH = 100;
/** Fewer columns of source are useless, so a narrower terminal wraps. */
const MIN_WIDTH = 40;
/** Columns of source before the place that remain visible when a line is cut. */
const CONTEXT = 30;

/** The columns of source in a terminal with `columns` columns, of which `beside` are used for other things. */
export const sourceWidth = (columns: number | undefined, beside: number): number =>
  columns === undefined ? WIDTH : Math.max(MIN_WIDTH, columns - beside);

/** Most source text: one column for each character, and nothing hidden. */
const PRINTABLE = /^[ -~]*$/;

/** The columns of a text in a terminal: two for East Asian letters and emoji, none for combining marks. */
function columns(text: string): number {
  if (PRINTABLE.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}

/** Source text made visible; a tab is two spaces. */
const display = (text: string): string => (PRINTABLE.test(text) ? text : visible(text.replaceAll("\t", "  ")));

/** The columns of one displayed character. */
const columnsOf = (character: string): number => (character >= " " && character <= "~" ? 1 : columns(display(character)));

/** The end of the text from `at` on that fits into this many columns. */
function endWithin(text: string, at: number, width: number): number {
  // One more, because it may be a combining mark without a column.
  if (PRINTABLE.test(text.slice(at, at + width + 1))) return Math.min(text.length, at + width);
  let left = width;
  while (at < text.length) {
    const [character = ""] = text.slice(at, at + 2);
    left -= columnsOf(character);
    if (left < 0) return at;
    at += character.length;
  }
  return at;
}

/** The start of the text before `at` that fits into this many columns. */
function startWithin(text: string, at: number, width: number): number {
  if (PRINTABLE.test(text.slice(Math.max(0, at - width - 1), at))) return Math.max(0, at - width);
  let left = width;
  while (at > 0) {
    const pair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 2, at));
    const from = at - (pair ? 2 : 1);
    left -= columnsOf(text.slice(from, at));
    if (left < 0) return at;
    at = from;
  }
  return at;
}

function cutLine(text: string, width: number): string {
  const end = endWithin(text, 0, width);
  return display(text.slice(0, end)) + (end < text.length ? "…" : "");
}

interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** The visible part of a line: all of it if it fits, otherwise the part around the place. */
function viewOf(text: string, from: number, width: number): TextSpan {
  const whole = endWithin(text, 0, width);
  if (whole === text.length) return { from: 0, to: whole };
  const start = startWithin(text, from, CONTEXT);
  const end = endWithin(text, start, width);
  return end < text.length ? { from: start, to: end } : { from: startWithin(text, end, width), to: end };
}

function markLine(text: string, { from, to }: TextSpan, width: number): { text: string; carets: { indent: number; length: number } } {
  const view = viewOf(text, from, width);
  const end = Math.min(to, view.to);
  const before = (view.from > 0 ? "…" : "") + display(text.slice(view.from, from));
  const inside = display(text.slice(from, end));
  const after = display(text.slice(end, view.to)) + (view.to < text.length ? "…" : "");
  return { text: before + inside + after, carets: { indent: columns(before), length: Math.max(1, columns(inside)) } };
}

/** The range of a line without its break. It does not read the line, which may be the whole file. */
function boundsOf(file: TextFile, line: number): { readonly from: number; readonly to: number } {
  const starts = lineStarts(file);
  const from = starts[line - 1] ?? file.text.length;
  const next = starts[line];
  if (next === undefined) return { from, to: file.text.length };
  return { from, to: file.text[next - 1] === "\n" && file.text[next - 2] === "\r" ? next - 2 : next - 1 };
}

/**
 * The line before a place, the first line of the place with its range marked, and the line after, each at most `width` columns wide.
 * Reads only the visible parts.
 */
export function frameOf({ file, start, end }: Place, line: number, width = WIDTH): FrameLine[] {
  const { from, to } = boundsOf(file, line);
  const range = { from: Math.min(start, to) - from, to: Math.min(end, to) - from };
  const frame: FrameLine[] = [{ line, ...markLine(file.text.slice(from, to), range, width) }];
  const beside = (near: number): FrameLine => {
    const bounds = boundsOf(file, near);
    return { line: near, text: cutLine(file.text.slice(bounds.from, bounds.to), width) };
  };
  if (line > 1) frame.unshift(beside(line - 1));
  if ((lineStarts(file)[line] ?? file.text.length) < file.text.length) frame.push(beside(line + 1));
  return frame;
}
