import { numberFormats } from "#format";
import type { Schema } from "#schema";
import { sizesOf, textFact } from "#schema";
import type { Node } from "#text";
import type { CharacterRange, PatternNode } from "#verdicts";
import { generated, knowsFormat, textsFromPattern, LAST_CHARACTER, mergedRanges, readExactly } from "#verdicts";
import type { Cell, Proof, ProofResult } from "./proof.ts";
import { together } from "./proof.ts";
import { rangeInSteps } from "./prove-numbers.ts";

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
function isPatternWithin(inner: string, outer: string, spend: (steps: number) => void): true | string | undefined {
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

/** The shortest or the longest text that a pattern matches, in code points. */
function lengthOf(node: PatternNode, end: "least" | "most"): number {
  if (node.kind === "one-of") return 1;
  if (node.kind === "sequence") return node.pieces.reduce((sum, piece) => sum + lengthOf(piece, end), 0);
  if (node.kind === "choice") return (end === "least" ? Math.min : Math.max)(...node.options.map((option) => lengthOf(option, end)));
  if (node.kind === "group") return lengthOf(node.piece, end);
  return node.kind === "repeat" ? times(node[end], lengthOf(node.piece, end)) : 0;
}

/** Nothing that is repeated without end is still nothing. */
function times(count: number, length: number): number {
  return count === 0 || length === 0 ? 0 : count * length;
}

/** How long the texts are that a pattern matches, in code points. Only a pattern of the whole text says how long they may be. */
function patternLengths(source: string): { readonly least: number; readonly most: number } {
  const node = readExactly(source);
  if (!node) return { least: 0, most: Infinity };
  const isWhole = (node.kind === "choice" ? node.options : [node]).every(
    (option) => option.kind === "sequence" && option.pieces[0]?.kind === "start" && option.pieces.at(-1)?.kind === "end",
  );
  return { least: lengthOf(node, "least"), most: isWhole ? lengthOf(node, "most") : Infinity };
}

/** What is known about the texts of a format without asking the validator. Lengths count code points. */
interface FormatFacts {
  readonly least: number;
  readonly most?: number;
  /** Formats that contain all values of this one. RFC 3986, 3987 and 5321, 6531. */
  readonly within?: readonly string[];
  /** Makes a text of about this length, for formats with simple texts. The validator judges it. */
  readonly text?: (length: number) => string;
}

const repeat = (text: string, times: number): string => text.repeat(Math.max(0, times));

/** Labels of at most 63 letters. */
const host = (length: number): string => repeat(`${repeat("a", 62)}.`, Math.ceil(length / 63)).slice(0, Math.max(0, length - 1)) + "a";
const uri = (length: number): string => `a:${repeat("a", length - 2)}`;
const mailbox = (length: number): string => `${repeat("a", length - 2)}@a`;

const FORMATS = new Map<string, FormatFacts>([
  ["date", { least: 10, most: 10, text: () => "2020-01-01" }],
  ["time", { least: 9, text: (length) => (length < 11 ? "00:00:00Z" : `00:00:00.${repeat("0", length - 10)}Z`) }],
  [
    "date-time",
    { least: 20, text: (length) => (length < 22 ? "2020-01-01T00:00:00Z" : `2020-01-01T00:00:00.${repeat("0", length - 21)}Z`) },
  ],
  ["duration", { least: 3, text: (length) => `P${repeat("1", length - 2)}D` }],
  ["email", { least: 3, within: ["idn-email"], text: mailbox }],
  ["idn-email", { least: 3, text: mailbox }],
  ["hostname", { least: 1, most: 253, within: ["idn-hostname"], text: host }],
  ["idn-hostname", { least: 1, most: 253, text: host }],
  ["ipv4", { least: 7, most: 15, text: () => "0.0.0.0" }],
  ["ipv6", { least: 2, most: 45, text: () => "::" }],
  ["uuid", { least: 36, most: 36 }],
  ["uri", { least: 2, within: ["uri-reference", "iri", "iri-reference"], text: uri }],
  ["iri", { least: 2, within: ["iri-reference"], text: uri }],
  ["uri-reference", { least: 0, within: ["iri-reference"] }],
  ["json-pointer", { least: 0, text: (length) => `/${repeat("a", length - 1)}` }],
  ["relative-json-pointer", { least: 1, text: (length) => repeat("1", length) }],
  ["byte", { least: 0, text: (length) => repeat("A", Math.ceil(length / 4) * 4) }],
]);

/** Whether all texts of one format are texts of another. */
function isFormatWithin(format: string | undefined, other: string): boolean {
  return format !== undefined && (format === other || (FORMATS.get(format)?.within?.includes(other) ?? false));
}

/** The range of lengths of a format's texts. */
function formatLengths(format: string | undefined): { readonly least: number; readonly most: number } {
  const { least, most = Infinity } = FORMATS.get(format ?? "") ?? { least: 0 };
  return { least, most };
}

/** Texts of a format to try, of about this length. */
function textsOfFormat(format: string | undefined, length: number): readonly string[] {
  const text = FORMATS.get(format ?? "")?.text?.(length);
  return text === undefined ? [] : [text];
}

/** How many steps of an automaton, and how many characters that are made, are one of a proof. */
const STEPS_AS_ONE = 20;
const CHARACTERS_AS_ONE = 1_000;

export function textsWithin(proof: Proof, cell: Cell, b: Schema): ProofResult {
  const results: ProofResult[] = [];
  const { parts } = cell;
  const size = lengthsOf(cell);
  const { least, most } = sizesOf([b], "Length");
  const texts = (lengths: readonly number[]): readonly Node[] => textsOf(proof, cell, lengths);
  if (size.least < least) results.push(proof.gap(cell, "minLength", b.node, texts([least - 1, size.least])));
  if (size.most > most) results.push(proof.gap(cell, "maxLength", b.node, texts([most + 1, size.least])));
  const pattern = textFact(b, "pattern");
  if (pattern !== undefined) {
    const patterns = parts.flatMap((part) => textFact(part, "pattern") ?? []);
    const own = patterns.includes(pattern) ? [pattern] : [...patterns, ""];
    const within = own.map((each) => isPatternWithin(each, pattern, (steps) => proof.spend(steps / STEPS_AS_ONE)));
    const refused = within.flatMap((text) => (typeof text === "string" ? generated.text(text) : []));
    if (!within.includes(true)) {
      const made = texts([size.least, size.least + 1, 3, 8]);
      results.push(proof.gap(cell, "pattern", b.node, [...proof.accepted(cell, refused), ...made]));
    }
  }
  const format = b.format?.value;
  if (
    format !== undefined &&
    knowsFormat(format) &&
    !numberFormats.has(format) &&
    !parts.some((part) => isFormatWithin(part.format?.value, format))
  ) {
    results.push(proof.gap(cell, "format", b.node, texts([size.least, size.least + 1, 3])));
  }
  return together(results);
}

/** Texts of a cell with roughly the given lengths. */
function textsOf(proof: Proof, cell: Cell, lengths: readonly number[]): readonly Node[] {
  const patterns = cell.parts.flatMap((part) => textFact(part, "pattern") ?? []);
  const possible = lengths.filter((length) => length >= 0 && length <= 100_000);
  const formatted = cell.parts.flatMap((part) => possible.flatMap((length) => textsOfFormat(part.format?.value, length)));
  const plain = possible.flatMap((length) => ["a", "0", " ", "\u00e9", "\n"].map((each) => each.repeat(length)));
  const made = patterns.flatMap((pattern) => [0, 1, 2, 5].flatMap((variant) => [...textsFromPattern(pattern, variant)]));
  const samples = proof.samplesOf(cell).flatMap((node) => (node.kind === "string" ? [node.value] : []));
  const cut = samples.flatMap((text) =>
    lengths.map((length) =>
      text.length > length ? text.slice(0, Math.max(0, length)) : text.padEnd(Math.min(length, 100_000), text.at(-1) ?? "a"),
    ),
  );
  const all = [...new Set([...formatted, ...plain, ...made, ...cut, ...samples])];
  proof.spend(all.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_AS_ONE);
  return proof.accepted(
    cell,
    all.map((text) => generated.text(text)),
  );
}

/** The range of lengths of the texts of a cell, taking formats and patterns into account. */
export function lengthsOf({ parts, range = {} }: Pick<Cell, "parts" | "range">): { readonly least: number; readonly most: number } {
  const { least, most } = rangeInSteps(range, 1n);
  const own = sizesOf(parts, "Length");
  const stated = { least: Math.max(own.least, Number(least?.raw ?? 0)), most: Math.min(own.most, Number(most?.raw ?? Infinity)) };
  const formats = parts.map((schema) => formatLengths(schema.format?.value));
  const patterns = parts.flatMap((schema) => patternLengths(textFact(schema, "pattern") ?? ""));
  return {
    least: [...formats, ...patterns].reduce((one, { least }) => Math.max(one, least), stated.least),
    most: [...formats, ...patterns].reduce((one, { most }) => Math.min(one, most), stated.most),
  };
}
