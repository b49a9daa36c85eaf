import type { CharacterRange, PatternNode } from "#verdicts";
import { LAST_CHARACTER, mergedRanges, readExactly } from "#verdicts";

/** A step without a character, which may be taken anywhere, or only at the start or the end of the text. */
interface Skip {
  readonly to: number;
  readonly only?: "start" | "end";
}

interface State {
  readonly skips: Skip[];
  readonly reads: { readonly ranges: readonly CharacterRange[]; readonly to: number }[];
}

/** An automaton that accepts a text by any part of it, as patterns do. It begins at the first state. */
interface Automaton {
  readonly states: readonly State[];
  /** Here the rest of the text does not matter. */
  readonly done: number;
}

/** The most states of a pattern whose counted repetitions are written out, and the most steps of a comparison. */
const MOST_STATES = 2_000;
const MOST_STEPS = 20_000;

const ANY: readonly CharacterRange[] = [[0, LAST_CHARACTER]];

function automatonOf(pattern: PatternNode): Automaton | undefined {
  const states: State[] = [];
  const add = (): number => states.push({ skips: [], reads: [] }) - 1;
  const skip = (from: number, to: number, only?: Skip["only"]): unknown => states[from]?.skips.push(only ? { to, only } : { to });

  /** Adds what leads from a state through a piece, and returns the state after it. */
  const through = (node: PatternNode, from: number): number => {
    const end = add();
    if (states.length > MOST_STATES) return end;
    if (node.kind === "one-of") states[from]?.reads.push({ ranges: mergedRanges(node.ranges), to: end });
    else if (node.kind === "sequence")
      skip(node.pieces.reduce((at, piece) => through(piece, at), from), end); // prettier-ignore
    else if (node.kind === "choice") for (const option of node.options) skip(through(option, from), end);
    else if (node.kind === "repeat") repeated(node, from, end);
    else if (node.kind === "group") skip(through(node.piece, from), end);
    else if (node.kind === "back") throw new Error("an exact pattern refers back");
    else skip(from, end, node.kind);
    return end;
  };

  const repeated = ({ piece, least, most }: PatternNode & { readonly kind: "repeat" }, from: number, end: number): void => {
    let at = from;
    for (let done = 0; done < least && states.length <= MOST_STATES; done += 1) at = through(piece, at);
    if (most === Infinity) {
      const loop = add();
      skip(at, loop);
      skip(through(piece, loop), loop);
      skip(loop, end);
      return;
    }
    for (let done = least; done < most && states.length <= MOST_STATES; done += 1) {
      skip(at, end);
      at = through(piece, at);
    }
    skip(at, end);
  };

  const start = add();
  states[start]?.reads.push({ ranges: ANY, to: start });
  const first = add();
  skip(start, first);
  const done = through(pattern, first);
  return states.length > MOST_STATES ? undefined : { states, done };
}

/** The states that are reached without a character. */
function closure({ states }: Automaton, from: Iterable<number>, where: { readonly start: boolean; readonly end: boolean }): Set<number> {
  const found = new Set(from);
  for (const at of found) {
    for (const { to, only } of states[at]?.skips ?? []) if (only === undefined || where[only]) found.add(to);
  }
  return found;
}

function read({ states }: Automaton, from: Iterable<number>, code: number): number[] {
  const next = new Set<number>();
  for (const at of from) {
    for (const { ranges, to } of states[at]?.reads ?? []) {
      if (ranges.some(([low, high]) => low <= code && code <= high)) next.add(to);
    }
  }
  return [...next].sort((a, b) => a - b);
}

/** One character for all that both automata treat alike, letters and digits where there are some. */
function lettersOf(...automata: readonly Automaton[]): readonly number[] {
  const starts = new Set([0, 0x30, 0x3a, 0x41, 0x5b, 0x61, 0x7b]);
  for (const { states } of automata) {
    for (const { reads } of states) for (const { ranges } of reads) for (const [from, to] of ranges) starts.add(from).add(to + 1);
  }
  const isPlain = (code: number): boolean => /[a-z0-9]/i.test(String.fromCodePoint(code));
  return [...starts].filter((code) => code <= LAST_CHARACTER).sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)) || a - b);
}

/**
 * Whether a pattern matches all texts that another matches: `true`, or a text that only the other matches; `undefined` if that cannot be
 * told. Nothing of the engine takes part, so the answer holds for all texts.
 */
export function isPatternWithin(inner: string, outer: string, spend: (steps: number) => void): true | string | undefined {
  if (inner === outer) return true;
  const [a, b] = [inner, outer].map((source) => readExactly(source)).map((node) => node && automatonOf(node));
  if (!a || !b) return undefined;
  const letters = lettersOf(a, b);
  const met = new Set<string>();
  const open = [{ own: [0], other: [0], text: "" }];
  let left = MOST_STEPS;
  for (const { own, other, text } of open) {
    const where = { start: text === "", end: false };
    const [from, against] = [closure(a, own, where), closure(b, other, where)];
    if (against.has(b.done)) continue;
    const ends = { ...where, end: true };
    if (closure(a, from, ends).has(a.done) && !closure(b, against, ends).has(b.done)) return text;
    for (const code of letters) {
      const cost = 1 + (from.size + against.size) / 10;
      spend(cost);
      if ((left -= cost) < 0) return undefined;
      // What is already matched stays so, whatever follows.
      const next = from.has(a.done) ? [a.done] : read(a, from, code);
      if (next.length === 0) continue;
      const beside = read(b, against, code);
      const key = `${next.join()};${beside.join()}`;
      if (!met.has(key)) open.push({ own: next, other: beside, text: text + String.fromCodePoint(code) });
      met.add(key);
    }
  }
  return true;
}

function leastOf(node: PatternNode): number {
  if (node.kind === "one-of") return 1;
  if (node.kind === "sequence") return node.pieces.reduce((sum, piece) => sum + leastOf(piece), 0);
  if (node.kind === "choice") return Math.min(...node.options.map(leastOf));
  if (node.kind === "group") return leastOf(node.piece);
  return node.kind === "repeat" ? times(node.least, leastOf(node.piece)) : 0;
}

function mostOf(node: PatternNode): number {
  if (node.kind === "one-of") return 1;
  if (node.kind === "sequence") return node.pieces.reduce((sum, piece) => sum + mostOf(piece), 0);
  if (node.kind === "choice") return Math.max(...node.options.map(mostOf));
  if (node.kind === "group") return mostOf(node.piece);
  return node.kind === "repeat" ? times(node.most, mostOf(node.piece)) : 0;
}

/** Nothing that is repeated without end is still nothing. */
function times(count: number, length: number): number {
  return count === 0 || length === 0 ? 0 : count * length;
}

/** How long the texts are that a pattern matches, in code points. Only a pattern of the whole text says how long they may be. */
export function patternLengths(source: string): { readonly least: number; readonly most: number } {
  const node = readExactly(source);
  if (!node) return { least: 0, most: Infinity };
  const isWhole = (node.kind === "choice" ? node.options : [node]).every(
    (option) => option.kind === "sequence" && option.pieces[0]?.kind === "start" && option.pieces.at(-1)?.kind === "end",
  );
  return { least: leastOf(node), most: isWhole ? mostOf(node) : Infinity };
}
