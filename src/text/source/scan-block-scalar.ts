import type { Place } from "../json/index.ts";
import { breakLength, ValueMap } from "./convert-yaml.ts";

/** One line of a block scalar: where its indentation, its text and its break start. `gap` is the length of the break. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly gap: number;
  /** The number of leading spaces. */
  readonly spaces: number;
}

interface Header {
  readonly folded: boolean;
  readonly chomp: string;
  /** The indentation indicator, relative to a parent that is not known here. */
  readonly indicator: number;
  readonly body: number;
}

function headerOf(text: string, start: number): Header {
  let at = start + 1;
  let chomp = "";
  let indicator = 0;
  for (; /[-+1-9]/.test(text.charAt(at)); at += 1) {
    if (/\d/.test(text.charAt(at))) indicator = Number(text.charAt(at));
    else chomp = text.charAt(at);
  }
  while (at < text.length && breakLength(text, at) === 0) at += 1;
  return { folded: text.charAt(start) === ">", chomp, indicator, body: at + breakLength(text, at) };
}

function linesOf(text: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  for (let start = from; start < to;) {
    let end = start;
    while (end < to && breakLength(text, end) === 0) end += 1;
    let spaces = 0;
    while (start + spaces < end && text.charCodeAt(start + spaces) === 0x20) spaces += 1;
    const gap = Math.min(breakLength(text, end), to - end);
    lines.push({ start, end, gap, spaces });
    start = end + Math.max(gap, end === start && gap === 0 ? 1 : gap);
  }
  return lines;
}

/** Whether a line has nothing but its indentation. */
function isEmpty(line: Line, indent: number): boolean {
  return line.start + Math.min(line.spaces, indent) >= line.end;
}

/** § 8.1.3: a line that starts with white space beyond the indentation is not folded, nor are the breaks beside it. */
function isSpaced(text: string, line: Line, indent: number): boolean {
  return /[ \t]/.test(text.charAt(line.start + indent));
}

/** What stands between two lines with text: a break, or a space where they fold into one (§ 8.1.3). */
function join(map: ValueMap, { last, line, empty }: { last: Line; line: Line; empty: boolean }, { text, indent, folded }: Content): void {
  const folds = folded && !isSpaced(text, last, indent) && !isSpaced(text, line, indent);
  if (!folds) map.add("\n", last.end, last.end + last.gap);
  else if (!empty) map.add(" ", last.end, line.start + indent);
}

interface Content {
  readonly text: string;
  readonly indent: number;
  readonly folded: boolean;
}

/** The text and breaks of all lines, before chomping. */
function joined(lines: readonly Line[], content: Content): ValueMap {
  const { text, indent } = content;
  const map = new ValueMap();
  let last: Line | undefined;
  let breaks: Line[] = [];
  for (const line of lines) {
    if (isEmpty(line, indent)) {
      breaks.push(line);
      continue;
    }
    if (last) join(map, { last, line, empty: breaks.length > 0 }, content);
    for (const { start, end, gap } of breaks) map.add("\n", start, end + gap);
    map.copy(text, line.start + indent, line.end);
    breaks = [];
    last = line;
  }
  if (last) map.add("\n", last.end, last.end + last.gap);
  for (const { start, end, gap } of breaks) if (gap > 0) map.add("\n", start, end + gap);
  return map;
}

function chomped(map: ValueMap, chomp: string): ValueMap {
  if (chomp === "+") return map;
  const length = map.value.replace(/(?<!\n)\n+$/, "").length;
  map.cut(chomp === "-" || length === 0 ? length : length + 1);
  return map;
}

/**
 * What each unit of a literal or folded block scalar (YAML 1.2.2 § 8.1) was written as, or `undefined`. With an indentation
 * indicator the indentation depends on a parent that is not known here; it is the one that gives the value.
 */
export function scanBlockScalar({ file, start, end }: Place, value: string): ValueMap | undefined {
  const { text } = file;
  const header = headerOf(text, start);
  const lines = linesOf(text, header.body, end);
  const filled = lines.filter((line) => line.start + line.spaces < line.end);
  const least = filled.reduce((most, { spaces }) => Math.min(most, spaces), Infinity);
  const first = filled[0]?.spaces ?? Math.max(0, ...lines.map(({ spaces }) => spaces));
  const most = Math.min(least, 256);
  const indents = header.indicator === 0 ? [first] : Array.from({ length: Number.isFinite(most) ? most + 1 : 1 }, (_, indent) => indent);
  for (const indent of indents) {
    const map = chomped(joined(lines, { text, indent, folded: header.folded }), header.chomp);
    if (map.value === value) return map;
  }
  return undefined;
}
