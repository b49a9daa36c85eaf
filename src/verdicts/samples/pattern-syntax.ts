import { DEEPEST_NESTED } from "#text";
import { LONG_PATTERN } from "../validate/index.ts";

/** The code points from one to another, both included. */
export type CharacterRange = readonly [from: number, to: number];

/** The syntax tree of a pattern (ECMA-262), without what stands for no characters, such as looking around. */
export type PatternNode =
  /** One character of these ranges, which may overlap. Those that are easy to read come first. */
  | { readonly kind: "one-of"; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: "sequence"; readonly pieces: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly piece: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: "group"; readonly name: string; readonly piece: PatternNode }
  | { readonly kind: "back"; readonly name: string }
  | { readonly kind: "start" | "end" };

export const LAST_CHARACTER = 0x10ffff;

/** Ranges in order that do not touch. */
export function mergedRanges(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const all: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

const codeOf = (text: string): number => text.codePointAt(0) ?? 0;
/** The ranges of characters, or of two: the first and the last. */
const spans = (...pairs: readonly string[]): readonly CharacterRange[] =>
  pairs.map((pair): CharacterRange => [codeOf(pair), codeOf(pair.slice(String.fromCodePoint(codeOf(pair)).length) || pair)]);

const READABLE = spans("az", "AZ", "09", " ", "-.", "!~");

function complement(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const ends = mergedRanges(ranges);
  const starts = [0, ...ends.map(([, to]) => to + 1)];
  const isRange = ([from, to]: CharacterRange): boolean => from <= to;
  const left = starts.map((from, at): CharacterRange => [from, (ends[at]?.[0] ?? LAST_CHARACTER + 1) - 1]).filter(isRange);
  const first = READABLE.flatMap(([low, high]) => left.map(([from, to]): CharacterRange => [Math.max(low, from), Math.min(high, to)]));
  return [...first.filter(isRange), ...left];
}

const DIGITS = spans("09");
const WORDS = spans("az", "AZ", "09", "_");
const SPACES = spans(" ", "\t\r", "\u00a0", "\u1680", "\u2000\u200a", "\u2028\u2029", "\u202f", "\u205f", "\u3000", "\ufeff");
const CLASSES = new Map([
  ["d", DIGITS],
  ["D", complement(DIGITS)],
  ["w", WORDS],
  ["W", complement(WORDS)],
  ["s", SPACES],
  ["S", complement(SPACES)],
]);
/** What a dot stands for: all but the ends of lines. */
const ANY = complement(spans("\n", "\r", "\u2028\u2029"));
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", 0: "\0" };

/** Some characters of a Unicode property; empty for a property that is not supported. */
function someOf(property: string): readonly CharacterRange[] {
  if (/^(?:L|Letter|Alphabetic|Alpha)$/.test(property)) return spans("az", "AZ");
  if (/^(?:Lu|Uppercase_Letter|Uppercase)$/.test(property)) return spans("AZ");
  if (/^(?:Ll|Lowercase_Letter|Lowercase)$/.test(property)) return spans("az");
  if (/^(?:N|Nd|Number|Decimal_Number)$/.test(property)) return spans("09");
  return /^(?:P|Punctuation)$/.test(property) ? spans("-.", ",", "!") : [];
}

/** Thrown at an invalid or unsupported pattern. {@link read} catches it. */
class UnsupportedPattern extends Error {}

class PatternReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  #groups = 0;
  /** Whether the tree says all that the pattern does. */
  isExact = true;

  constructor(source: string) {
    this.#source = source;
  }

  read(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new UnsupportedPattern();
    return node;
  }

  /** Reads what a sticky pattern matches here. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }

  #choice(): PatternNode {
    if ((this.#depth += 1) > DEEPEST_NESTED) throw new UnsupportedPattern();
    const options = [this.#sequence()];
    while (this.#take(/\|/y)) options.push(this.#sequence());
    this.#depth -= 1;
    return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
  }

  #sequence(): PatternNode {
    const pieces: PatternNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) pieces.push(this.#repeated(this.#piece()));
    return { kind: "sequence", pieces };
  }

  /** Marks what the tree does not say. */
  #lost<T>(piece: T): T {
    this.isExact = false;
    return piece;
  }

  #piece(): PatternNode {
    if (this.#take(/\^/y)) return { kind: "start" };
    if (this.#take(/\$/y)) return { kind: "end" };
    if (this.#take(/\\[bB]/y)) return this.#lost({ kind: "sequence", pieces: [] });
    if (this.#take(/\(/y)) return this.#group();
    if (this.#take(/\./y)) return { kind: "one-of", ranges: ANY };
    if (this.#take(/\[/y)) return { kind: "one-of", ranges: this.#class() };
    const back = this.#take(/\\([1-9])|\\k<(\w+)>/y);
    if (back) return this.#lost({ kind: "back", name: back[1] ?? back[2] ?? "" });
    return { kind: "one-of", ranges: this.#character(/[^*+?()|\\]/uy) };
  }

  /** The parenthesis has been consumed. */
  #group(): PatternNode {
    const around = this.#take(/\?<?[=!]/y);
    const name = around ? undefined : this.#take(/\?<(\w+)>/y)?.[1];
    const flags = around || name !== undefined ? undefined : this.#take(/\?([a-z-]*):/y)?.[1];
    if (around || flags) this.isExact = false;
    const isCounted = !around && flags === undefined;
    const number = isCounted ? (this.#groups += 1) : 0;
    const piece = this.#choice();
    if (!this.#take(/\)/y)) throw new UnsupportedPattern();
    if (around) return { kind: "sequence", pieces: [] };
    return isCounted ? { kind: "group", name: name ?? String(number), piece } : piece;
  }

  /** The characters of a class. The bracket has been consumed. */
  #class(): readonly CharacterRange[] {
    const isNegated = this.#take(/\^/y) !== undefined;
    const ranges: CharacterRange[] = [];
    while (!this.#take(/\]/y)) {
      const from = this.#member();
      const [first, more] = from;
      const isOne = first !== undefined && more === undefined && first[0] === first[1];
      const to = isOne && this.#take(/-(?!\])/y) ? this.#member() : undefined;
      if (first && to) ranges.push([first[0], to[0]?.[0] ?? first[0]]);
      else ranges.push(...from);
    }
    return isNegated ? complement(ranges) : ranges;
  }

  #member(): readonly CharacterRange[] {
    return this.#take(/\\b/y) ? spans("\b") : this.#character(/[^\]\\]/uy);
  }

  /** A character that a sticky pattern allows, or those that an escape stands for. */
  #character(plain: RegExp): readonly CharacterRange[] {
    const [literal] = this.#take(plain) ?? [];
    return literal === undefined ? this.#escape() : spans(literal);
  }

  #escape(): readonly CharacterRange[] {
    const [, two, four, braced] = this.#take(/\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/iy) ?? [];
    const digits = two ?? four ?? braced;
    if (digits !== undefined) {
      const code = Math.min(LAST_CHARACTER, parseInt(digits, 16));
      // Half of a character is one together with the other half.
      if (code >= 0xd800 && code <= 0xdbff) this.isExact = false;
      return [[code, code]];
    }
    const [property, sign, name = ""] = this.#take(/\\([pP])\{(?:\w+=)?(\w+)\}/y) ?? [];
    if (property !== undefined) return this.#lost(sign === "p" ? someOf(name) : spans("-"));
    const control = this.#take(/\\c([A-Za-z])/y)?.[1];
    if (control !== undefined) return spans(String.fromCharCode(control.charCodeAt(0) % 32));
    const character = this.#take(/\\([^])/uy)?.[1];
    if (character === undefined) throw new UnsupportedPattern();
    return CLASSES.get(character) ?? spans(Object.hasOwn(CONTROLS, character) ? (CONTROLS[character] ?? "") : character);
  }

  #repeated(piece: PatternNode): PatternNode {
    const [match, sign, least, comma, most] = this.#take(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y) ?? [];
    if (match === undefined) return piece;
    if (sign !== undefined) return { kind: "repeat", piece, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const from = Number(least);
    return { kind: "repeat", piece, least: from, most: comma === undefined ? from : most === "" ? Infinity : Number(most) };
  }
}

function read(source: string): { readonly node: PatternNode; readonly isExact: boolean } | undefined {
  const reader = new PatternReader(source);
  try {
    const node = reader.read();
    return { node, isExact: reader.isExact };
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
}

/** Reads a pattern to make texts for it; `undefined` if it is invalid or not supported. The texts may break it. */
export function readPattern(source: string): PatternNode | undefined {
  return source.length > LONG_PATTERN ? undefined : read(source)?.node;
}

/** The length limit of a pattern that is compared: each comparison reads it anew. */
const LONGEST_COMPARED = 1_000;

/** Reads a pattern that is valid with the Unicode flag, and of which the tree says all; otherwise `undefined`. */
export function readExactly(source: string): PatternNode | undefined {
  if (source.length > LONGEST_COMPARED) return undefined;
  try {
    new RegExp(source, "u");
  } catch {
    return undefined;
  }
  const pattern = read(source);
  return pattern?.isExact ? pattern.node : undefined;
}
