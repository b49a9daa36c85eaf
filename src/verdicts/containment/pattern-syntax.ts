/** The code points from one to another, both included. */
export type Range = readonly [from: number, to: number];

/** A pattern without what no automaton can tell: back references, looking around and boundaries of words. */
export type PatternNode =
  | { readonly kind: "one-of"; readonly ranges: readonly Range[] }
  | { readonly kind: "sequence"; readonly pieces: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly piece: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: "start" | "end" };

export const LAST = 0x10ffff;

const LONGEST = 1_000;
const DEEPEST = 50;

/** Ranges in order that do not touch. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const all: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

function complement(ranges: readonly Range[]): readonly Range[] {
  const ends = merged(ranges);
  const starts = [0, ...ends.map(([, to]) => to + 1)];
  return starts.map((from, at): Range => [from, (ends[at]?.[0] ?? LAST + 1) - 1]).filter(([from, to]) => from <= to);
}

const codeOf = (text: string): number => text.codePointAt(0) ?? 0;
/** The ranges of characters, or of two: the first and the last. */
const spans = (...pairs: readonly string[]): readonly Range[] =>
  pairs.map((pair): Range => [codeOf(pair), codeOf(pair.slice(String.fromCodePoint(codeOf(pair)).length) || pair)]);

const CLASSES = new Map([
  ["d", spans("09")],
  ["w", spans("09", "AZ", "_", "az")],
  ["s", spans("\t\r", " ", "\u00a0", "\u1680", "\u2000\u200a", "\u2028\u2029", "\u202f", "\u205f", "\u3000", "\ufeff")],
]);
const LINE_ENDS = spans("\n", "\r", "\u2028\u2029");
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", 0: "\0" };

/** Thrown at what is not supported. {@link readPattern} catches it. */
class UnsupportedPattern extends Error {}

class PatternReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

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
    if ((this.#depth += 1) > DEEPEST) throw new UnsupportedPattern();
    const options = [this.#sequence()];
    while (this.#take(/\|/y)) options.push(this.#sequence());
    this.#depth -= 1;
    return { kind: "choice", options };
  }

  #sequence(): PatternNode {
    const pieces: PatternNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) pieces.push(this.#repeated(this.#piece()));
    return { kind: "sequence", pieces };
  }

  #piece(): PatternNode {
    if (this.#take(/\^/y)) return { kind: "start" };
    if (this.#take(/\$/y)) return { kind: "end" };
    if (this.#take(/\((?:\?:|\?<\w+>|(?!\?))/y)) {
      const piece = this.#choice();
      if (!this.#take(/\)/y)) throw new UnsupportedPattern();
      return piece;
    }
    if (this.#take(/\./y)) return { kind: "one-of", ranges: complement(LINE_ENDS) };
    if (this.#take(/\[/y)) return { kind: "one-of", ranges: this.#class() };
    const [sign] = this.#take(/[^()[\]{}|*+?\\]/uy) ?? [];
    return { kind: "one-of", ranges: sign === undefined ? this.#escape() : spans(sign) };
  }

  /** The characters of a class. The bracket has been consumed. */
  #class(): readonly Range[] {
    const isNegated = this.#take(/\^/y) !== undefined;
    const ranges: Range[] = [];
    while (!this.#take(/\]/y)) {
      const from = this.#member();
      const to = this.#take(/-(?!\])/y) ? this.#member() : from;
      const [[low = 0] = [], [, high = 0] = []] = [from[0], to[0]];
      if (from === to) ranges.push(...from);
      else ranges.push([low, high]);
    }
    return isNegated ? complement(ranges) : merged(ranges);
  }

  #member(): readonly Range[] {
    const [sign] = this.#take(/[^\]\\]/uy) ?? [];
    if (sign !== undefined) return spans(sign);
    return this.#take(/\\b/y) ? spans("\b") : this.#escape();
  }

  #escape(): readonly Range[] {
    const [, two, four, braced] = this.#take(/\\(?:x([\da-f]{2})|u((?!d[89ab])[\da-f]{4})|u\{([\da-f]{1,6})\})/iy) ?? [];
    const digits = two ?? four ?? braced;
    if (digits !== undefined) return spans(String.fromCodePoint(parseInt(digits, 16)));
    const [, sign = ""] = this.#take(/\\([dwsDWSnrtfv]|0(?!\d)|[^A-Za-z0-9])/uy) ?? [];
    const own = CLASSES.get(sign.toLowerCase());
    if (own) return sign === sign.toLowerCase() ? own : complement(own);
    if (sign === "") throw new UnsupportedPattern();
    return spans(CONTROLS[sign] ?? sign);
  }

  #repeated(piece: PatternNode): PatternNode {
    const [match, sign, least, comma, most] = this.#take(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y) ?? [];
    if (match === undefined) return piece;
    if (sign !== undefined) return { kind: "repeat", piece, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const from = Number(least);
    return { kind: "repeat", piece, least: from, most: comma === undefined ? from : most === "" ? Infinity : Number(most) };
  }
}

/** Reads a pattern that is valid with the Unicode flag; `undefined` if it is not, or has what is not supported. */
export function readPattern(source: string): PatternNode | undefined {
  if (source.length > LONGEST) return undefined;
  try {
    new RegExp(source, "u");
    return new PatternReader(source).read();
  } catch (error) {
    if (error instanceof UnsupportedPattern || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function leastOf(node: PatternNode): number {
  if (node.kind === "one-of") return 1;
  if (node.kind === "sequence") return node.pieces.reduce((sum, piece) => sum + leastOf(piece), 0);
  if (node.kind === "choice") return Math.min(...node.options.map(leastOf));
  return node.kind === "repeat" ? times(node.least, leastOf(node.piece)) : 0;
}

function mostOf(node: PatternNode): number {
  if (node.kind === "one-of") return 1;
  if (node.kind === "sequence") return node.pieces.reduce((sum, piece) => sum + mostOf(piece), 0);
  if (node.kind === "choice") return Math.max(...node.options.map(mostOf));
  return node.kind === "repeat" ? times(node.most, mostOf(node.piece)) : 0;
}

/** Nothing that is repeated without end is still nothing. */
function times(count: number, length: number): number {
  return count === 0 || length === 0 ? 0 : count * length;
}

/** How long the texts are that a pattern matches, in code points. Only a pattern of the whole text says how long they may be. */
export function patternLengths(source: string): { readonly least: number; readonly most: number } {
  const node = readPattern(source);
  if (node?.kind !== "choice") return { least: 0, most: Infinity };
  const isWhole = node.options.every(
    (option) => option.kind === "sequence" && option.pieces[0]?.kind === "start" && option.pieces.at(-1)?.kind === "end",
  );
  return { least: leastOf(node), most: isWhole ? mostOf(node) : Infinity };
}
