/** Maps a string's value to its source, style by style, and offsets to lines and columns. */
import type { Place, StringNode, TextFile } from "../json/index.ts";
import { oncePerObject, partitionPoint } from "../json/index.ts";
import { readEscape } from "./parse-json.ts";

/** A position in a text. Both count from 1; columns are UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** For a text without carriage returns. `indexOf` is several times as fast as a loop over the characters. */
function withoutReturns(text: string): number[] {
  const found = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) found.push(at + 1);
  return found;
}

function withReturns(text: string): number[] {
  const found = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) found.push(at + 1);
  }
  return found;
}

/** The offset at which each line starts. Line breaks are LF, CRLF and a lone CR (YAML 1.2.2 § 5.4). */
export const lineStarts = oncePerObject(({ text }: TextFile): readonly number[] =>
  text.includes("\r") ? withReturns(text) : withoutReturns(text),
);

/** The line and column of an offset; offsets past the end count as the end. */
export function lineColumn(file: TextFile, offset: number): LineColumn {
  const lines = lineStarts(file);
  const wanted = Math.max(0, Math.min(offset, file.text.length));
  const line = partitionPoint(lines.length, (index) => (lines[index] ?? 0) <= wanted);
  return { line, column: wanted - (lines[line - 1] ?? 0) + 1 };
}

function scan(node: StringNode): ValueMap | undefined {
  switch (node.file.text.charAt(node.start)) {
    case '"':
      return scanFlowScalar(node, "double");
    case "'":
      return scanFlowScalar(node, "single");
    case "|":
    case ">":
      return scanBlockScalar(node, node.value);
    default:
      return scanFlowScalar(node, "plain");
  }
}

const mapOf = oncePerObject((node: StringNode): ValueMap | undefined => {
  const found = scan(node);
  return found?.value === node.value ? found : undefined;
});

/**
 * Maps a range of a string's value (UTF-16 units, `end` exclusive) to its place in the source, through the escape sequences,
 * indentation and folding of every YAML and JSON style. Returns the whole string if its value was not written in that text.
 */
export function placeWithin(node: StringNode, start: number, end: number): Place {
  // The value of such a file is its source.
  const { language } = node.file;
  if (language === "markdown" || language === "protobuf") return { file: node.file, start: node.start + start, end: node.start + end };
  const map = mapOf(node);
  if (!map || start < 0 || end > node.value.length || start > end) return { file: node.file, start: node.start, end: node.end };
  const last = map.ends.at(-1) ?? node.start;
  const from = map.starts[start] ?? last;
  const to = end > start ? (map.ends[end - 1] ?? last) : from;
  return { file: node.file, start: from, end: to };
}

/** A string rebuilt from its source, with the range of the source text for every UTF-16 unit of its value. */
export class ValueMap {
  value = "";
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Adds text that one range of the source stands for, such as an escape sequence or a line break. */
  add(text: string, start: number, end: number): void {
    this.value += text;
    while (this.starts.length < this.value.length) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  /** Adds a range of the source unchanged. */
  copy(source: string, start: number, end: number): void {
    this.value += source.slice(start, end);
    for (let at = start; at < end; at += 1) {
      this.starts.push(at);
      this.ends.push(at + 1);
    }
  }

  /** Shortens the value. */
  cut(length: number): void {
    this.value = this.value.slice(0, length);
    this.starts.length = Math.min(this.starts.length, length);
    this.ends.length = Math.min(this.ends.length, length);
  }
}

/** The length of the line break at an offset: LF and a lone CR 1, CRLF 2, anything else 0. */
function breakLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x0a) return 1;
  if (code !== 0x0d) return 0;
  return text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
}

type ScalarStyle = "plain" | "single" | "double";

/** Escapes of YAML 1.2.2 § 5.7 that JSON does not have. */
const yamlEscapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  "\t": "\t",
  v: "\v",
  e: "\x1b",
  " ": " ",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};
const hexadecimal: Readonly<Record<string, number>> = { x: 2, U: 8 };

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function escape(text: string, at: number): { value: string; length: number } {
  const letter = text[at + 1] ?? "";
  const simple = Object.hasOwn(yamlEscapes, letter) ? yamlEscapes[letter] : undefined;
  if (simple !== undefined) return { value: simple, length: 2 };
  const digits = Object.hasOwn(hexadecimal, letter) ? hexadecimal[letter] : undefined;
  if (digits === undefined) return readEscape(text, at);
  const code = parseInt(text.slice(at + 2, at + 2 + digits), 16);
  return { value: code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd", length: 2 + digits };
}

/** Rebuilds a plain or quoted scalar (YAML 1.2.2 § 7.3), line folding (§ 6.5) included. */
class FlowScanner {
  readonly map = new ValueMap();
  private readonly text: string;
  private readonly style: ScalarStyle;
  private readonly end: number;
  private at: number;
  /** The length of the value without trailing literal white space, which a line break drops. */
  private solid = 0;

  constructor({ file, start, end }: Place, style: ScalarStyle) {
    this.text = file.text;
    this.style = style;
    this.at = style === "plain" ? start : start + 1;
    this.end = style === "plain" ? end : end - 1;
  }

  scan(): ValueMap {
    while (this.at < this.end) this.next();
    return this.map;
  }

  private next(): void {
    const { text, at, style, map } = this;
    const code = text.charCodeAt(at);
    if (breakLength(text, at) > 0) return this.fold();
    if (style === "double" && code === 0x5c) return this.escaped();
    const length = style === "single" && code === 0x27 ? 2 : 1;
    map.add(text.charAt(at), at, at + length);
    this.at += length;
    if (!isBlank(code)) this.solid = map.value.length;
  }

  private escaped(): void {
    const { text, at, map } = this;
    const broken = breakLength(text, at + 1);
    if (broken > 0) {
      // An escaped line break is dropped with the indentation that follows; white space before the backslash stays.
      this.at = at + 1 + broken;
      while (isBlank(text.charCodeAt(this.at))) this.at += 1;
      this.solid = map.value.length;
      return;
    }
    const { value, length } = escape(text, at);
    map.add(value, at, at + length);
    this.at += length;
    this.solid = map.value.length;
  }

  /** Folds line breaks: one becomes a space; of several, each but the first becomes a line feed. */
  private fold(): void {
    const { text, map } = this;
    const start = this.at;
    const breaks: (readonly [number, number])[] = [];
    map.cut(this.solid);
    while (this.at < this.end) {
      const length = breakLength(text, this.at);
      if (length > 0) breaks.push([this.at, this.at + length]);
      else if (!isBlank(text.charCodeAt(this.at))) break;
      this.at += Math.max(1, length);
    }
    if (breaks.length === 1) map.add(" ", start, this.at);
    for (const [from, to] of breaks.slice(1)) map.add("\n", from, to);
    this.solid = map.value.length;
  }
}

/** The source ranges of a plain or quoted YAML scalar, or of a JSON string, which is written as one in double quotes. */
export function scanFlowScalar(place: Place, style: ScalarStyle): ValueMap {
  return new FlowScanner(place, style).scan();
}

/** One line of a block scalar, from `start` to `end` without its break. `gap` is the length of the break. */
interface ScalarLine {
  readonly start: number;
  readonly end: number;
  readonly gap: number;
  /** The number of leading spaces. */
  readonly spaces: number;
}

interface BlockHeader {
  readonly folded: boolean;
  readonly chomp: string;
  /** The indentation indicator, relative to a parent that is unknown here; 0 without one. */
  readonly indicator: number;
  readonly body: number;
}

function headerOf(text: string, start: number): BlockHeader {
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

function linesOf(text: string, from: number, to: number): ScalarLine[] {
  const lines: ScalarLine[] = [];
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

/** Whether a line holds only indentation. */
function isEmpty(line: ScalarLine, indent: number): boolean {
  return line.start + Math.min(line.spaces, indent) >= line.end;
}

/** Whether a line starts with white space beyond the indentation: it is not folded, nor are the breaks beside it (§ 8.1.3). */
function isSpaced(text: string, line: ScalarLine, indent: number): boolean {
  return /[ \t]/.test(text.charAt(line.start + indent));
}

/** Adds what separates two lines with text: a break, or a space if they fold into one (§ 8.1.3). */
function addBreak(
  map: ValueMap,
  { last, line, empty }: { last: ScalarLine; line: ScalarLine; empty: boolean },
  { text, indent, folded }: BlockBody,
): void {
  const folds = folded && !isSpaced(text, last, indent) && !isSpaced(text, line, indent);
  if (!folds) map.add("\n", last.end, last.end + last.gap);
  else if (!empty) map.add(" ", last.end, line.start + indent);
}

interface BlockBody {
  readonly text: string;
  readonly indent: number;
  readonly folded: boolean;
}

/** The text and breaks of all lines, before chomping. */
function joinLines(lines: readonly ScalarLine[], content: BlockBody): ValueMap {
  const { text, indent } = content;
  const map = new ValueMap();
  let last: ScalarLine | undefined;
  let breaks: ScalarLine[] = [];
  for (const line of lines) {
    if (isEmpty(line, indent)) {
      breaks.push(line);
      continue;
    }
    if (last) addBreak(map, { last, line, empty: breaks.length > 0 }, content);
    for (const { start, end, gap } of breaks) map.add("\n", start, end + gap);
    map.copy(text, line.start + indent, line.end);
    breaks = [];
    last = line;
  }
  if (last) map.add("\n", last.end, last.end + last.gap);
  for (const { start, end, gap } of breaks) if (gap > 0) map.add("\n", start, end + gap);
  return map;
}

function chompBreaks(map: ValueMap, chomp: string): ValueMap {
  if (chomp === "+") return map;
  const length = map.value.replace(/(?<!\n)\n+$/, "").length;
  map.cut(chomp === "-" || length === 0 ? length : length + 1);
  return map;
}

/**
 * The source ranges of a literal or folded block scalar (YAML 1.2.2 § 8.1), or `undefined`. With an indentation indicator the
 * indentation depends on the parent, which is unknown here: it is the one that yields the value.
 */
export function scanBlockScalar({ file, start, end }: Place, value: string): ValueMap | undefined {
  const { text } = file;
  const header = headerOf(text, start);
  const lines = linesOf(text, header.body, end);
  const filled = lines.filter((line) => line.start + line.spaces < line.end);
  const least = filled.reduce((most, { spaces }) => Math.min(most, spaces), Infinity);
  const first = filled[0]?.spaces ?? lines.reduce((most, { spaces }) => Math.max(most, spaces), 0);
  const most = Math.min(least, 256);
  const indents = header.indicator === 0 ? [first] : Array.from({ length: Number.isFinite(most) ? most + 1 : 1 }, (_, indent) => indent);
  for (const indent of indents) {
    const map = chompBreaks(joinLines(lines, { text, indent, folded: header.folded }), header.chomp);
    if (map.value === value) return map;
  }
  return undefined;
}
