import type { Place } from "../json/index.ts";
import { readEscape } from "./json-string.ts";
import { breakLength, ValueMap } from "./convert-yaml.ts";

type Style = "plain" | "single" | "double";

/** YAML 1.2.2 § 5.7, where it is not as in JSON. */
const escapes: Readonly<Record<string, string>> = {
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
  const simple = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
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
  private readonly style: Style;
  private readonly end: number;
  private at: number;
  /** The length of the value up to its last unit that is not literal white space: what a line break leaves. */
  private solid = 0;

  constructor({ file, start, end }: Place, style: Style) {
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
      // An escaped line break goes, and so does the indentation that follows; white space before the backslash stays.
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

  /** One line break is a space; of several, each but the first is a line feed. */
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

/** What each unit of a plain or quoted YAML scalar was written as. */
export function scanFlowScalar(place: Place, style: Style): ValueMap {
  return new FlowScanner(place, style).scan();
}

/** The same for a JSON string. */
export function scanJsonString({ file, start, end }: Place): ValueMap {
  const map = new ValueMap();
  const { text } = file;
  for (let at = start + 1; at < end - 1;) {
    if (text.charCodeAt(at) === 0x5c) {
      const { value, length } = readEscape(text, at);
      map.add(value, at, at + length);
      at += length;
    } else {
      map.copy(text, at, at + 1);
      at += 1;
    }
  }
  return map;
}
