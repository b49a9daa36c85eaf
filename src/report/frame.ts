import type { Place, TextFile } from "#json";
import { lineStarts } from "#source";
import { visible } from "./visible.ts";

/** One printed line of a frame. `carets` stands under the marked line. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  readonly carets?: { readonly indent: number; readonly length: number };
}

/** Columns of source shown; longer lines are cut around the place. */
const WIDTH = 100;
/** Source before the place that stays in view when a line is cut. */
const BEFORE = 30;

/** How many columns a terminal gives a text: wide for East Asian letters and pictures, none for what combines. */
function columns(text: string): number {
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
const shown = (text: string): string => visible(text.replaceAll("\t", "  "));

function plain(text: string): string {
  const whole = shown(text.slice(0, WIDTH + 1));
  return text.length > WIDTH ? `${whole.slice(0, WIDTH)}…` : whole;
}

function marked(text: string, from: number, to: number): { text: string; carets: { indent: number; length: number } } {
  const start = text.length > WIDTH ? Math.max(0, Math.min(from - BEFORE, text.length - WIDTH)) : 0;
  const end = Math.min(text.length, start + WIDTH);
  const before = (start > 0 ? "…" : "") + shown(text.slice(start, from));
  const inside = shown(text.slice(from, Math.min(to, end)));
  const after = shown(text.slice(Math.min(to, end), end)) + (end < text.length ? "…" : "");
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

/** The line before a place, the first line of the place with the range of it marked, and the line after. Reads only what is shown of them. */
export function frameOf({ file, start, end }: Place, line: number): FrameLine[] {
  const { from, to } = boundsOf(file, line);
  const range = { from: Math.min(start, to) - from, to: Math.min(end, to) - from };
  const frame: FrameLine[] = [{ line, ...marked(file.text.slice(from, to), range.from, range.to) }];
  const beside = (near: number): FrameLine => {
    const bounds = boundsOf(file, near);
    return { line: near, text: plain(file.text.slice(bounds.from, bounds.to)) };
  };
  if (line > 1) frame.unshift(beside(line - 1));
  if ((lineStarts(file)[line] ?? file.text.length) < file.text.length) frame.push(beside(line + 1));
  return frame;
}
