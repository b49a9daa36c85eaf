import type { Place, TextFile } from "#text";
import { lineStarts } from "#text";
import { visible } from "./visible.ts";

/** One printed line of a frame. `carets` stands under the marked line. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  readonly carets?: { readonly indent: number; readonly length: number };
}

/** Columns of source shown where nothing says how wide the terminal is; longer lines are cut around the place. */
const WIDTH = 100;
/** A terminal narrower than this wraps: less source would say nothing. */
const LEAST = 40;
/** Columns of source before the place that stay in view when a line is cut. */
const BEFORE = 30;

/** How many columns of source a frame has in a terminal of so many `columns`, with `beside` of them taken by what frames it. */
export const sourceWidth = (columns: number | undefined, beside: number): number =>
  columns === undefined ? WIDTH : Math.max(LEAST, columns - beside);

/** Most of most sources: a column each, and nothing hidden. */
const PRINTABLE = /^[ -~]*$/;

/** How many columns a terminal gives a text: wide for East Asian letters and pictures, none for what combines. */
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

/** Source in which nothing is hidden and nothing moves; a tab is two spaces. */
const shown = (text: string): string => (PRINTABLE.test(text) ? text : visible(text.replaceAll("\t", "  ")));

/** The columns of one character as shown. */
const columnsOf = (character: string): number => (character >= " " && character <= "~" ? 1 : columns(shown(character)));

/** What stands in a text from `at` on, as far as it fits into so many columns; its end. */
function ahead(text: string, at: number, width: number): number {
  // And one more, which might be a mark that takes no room.
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

/** What stands in a text before `at`, as far as it fits into so many columns; its start. */
function back(text: string, at: number, width: number): number {
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

function plain(text: string, width: number): string {
  const end = ahead(text, 0, width);
  return shown(text.slice(0, end)) + (end < text.length ? "…" : "");
}

interface Marks {
  readonly from: number;
  readonly to: number;
}

/** The part of a line that is shown: all of it if it fits, else what is around the place. */
function viewOf(text: string, from: number, width: number): Marks {
  const whole = ahead(text, 0, width);
  if (whole === text.length) return { from: 0, to: whole };
  const start = back(text, from, BEFORE);
  const end = ahead(text, start, width);
  return end < text.length ? { from: start, to: end } : { from: back(text, end, width), to: end };
}

function marked(text: string, { from, to }: Marks, width: number): { text: string; carets: { indent: number; length: number } } {
  const view = viewOf(text, from, width);
  const end = Math.min(to, view.to);
  const before = (view.from > 0 ? "…" : "") + shown(text.slice(view.from, from));
  const inside = shown(text.slice(from, end));
  const after = shown(text.slice(end, view.to)) + (view.to < text.length ? "…" : "");
  return { text: before + inside + after, carets: { indent: columns(before), length: Math.max(1, columns(inside)) } };
}

/** Where a line starts and ends, its break left out; found without reading it, since it may be the whole file. */
function boundsOf(file: TextFile, line: number): { readonly from: number; readonly to: number } {
  const starts = lineStarts(file);
  const from = starts[line - 1] ?? file.text.length;
  const next = starts[line];
  if (next === undefined) return { from, to: file.text.length };
  // CR LF is one break.
  return { from, to: file.text[next - 1] === "\n" && file.text[next - 2] === "\r" ? next - 2 : next - 1 };
}

/**
 * The line before a place, the first line of the place with the range of it marked, and the line after, each `width` columns of source at
 * most. Reads only what is shown of them.
 */
export function frameOf({ file, start, end }: Place, line: number, width = WIDTH): FrameLine[] {
  const { from, to } = boundsOf(file, line);
  const range = { from: Math.min(start, to) - from, to: Math.min(end, to) - from };
  const frame: FrameLine[] = [{ line, ...marked(file.text.slice(from, to), range, width) }];
  const beside = (near: number): FrameLine => {
    const bounds = boundsOf(file, near);
    return { line: near, text: plain(file.text.slice(bounds.from, bounds.to), width) };
  };
  if (line > 1) frame.unshift(beside(line - 1));
  if ((lineStarts(file)[line] ?? file.text.length) < file.text.length) frame.push(beside(line + 1));
  return frame;
}
