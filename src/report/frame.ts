import type { Place } from "#json";
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

const isBreak = (character: string | undefined): boolean => character === "\n" || character === "\r";

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isBreak(text[at - 1])) at -= 1;
  return at;
}

function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isBreak(text[at])) at += 1;
  return at;
}

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

/** The line before a place, the first line of the place with the range of it marked, and the line after. Reads only these lines. */
export function frameOf({ file: { text }, start, end }: Place, line: number): FrameLine[] {
  const from = lineStart(text, start);
  const to = lineEnd(text, start);
  const frame: FrameLine[] = [{ line, ...marked(text.slice(from, to), start - from, Math.min(end, to) - from) }];
  if (line > 1) {
    // CR LF is one break.
    const last = text[from - 1] === "\n" && text[from - 2] === "\r" ? from - 2 : from - 1;
    frame.unshift({ line: line - 1, text: plain(text.slice(lineStart(text, last), last)) });
  }
  const next = text[to] === "\r" && text[to + 1] === "\n" ? to + 2 : to + 1;
  if (next < text.length) frame.push({ line: line + 1, text: plain(text.slice(next, lineEnd(text, next))) });
  return frame;
}
