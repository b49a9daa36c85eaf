import type { Schema } from "#schema";
import { factOf, sizesOf, textFact } from "#schema";
import type { Node } from "#text";
import { oncePerObject, reason, sizeIn } from "#text";
import type { Conjunction, SampleAttempt, SamplePosition } from "./sample-attempt.ts";
import { isApart, text, without } from "./sample-attempt.ts";
import { formatTexts, plausibleText } from "./plausible.ts";
import type { CharacterRange, PatternNode } from "./pattern-syntax.ts";
import { readPattern } from "./pattern-syntax.ts";

const FILLER = "sample text of the asked length ";
/** The length limit. Longer texts fill a page and help nobody. */
const LONGEST = 5_000;

function fitted(value: string, { least, most }: { least: number; most: number }): string {
  const characters = Array.from(value);
  if (characters.length > most) return characters.slice(0, most).join("");
  if (characters.length >= least) return value;
  return value + FILLER.repeat(Math.ceil((least - characters.length) / FILLER.length)).slice(0, least - characters.length);
}

const SPECIAL: Readonly<Record<string, string>> = {
  "date-only": "2026-01-15",
  "time-only": "09:30:00",
  "datetime-only": "2026-01-15T09:30:00",
  datetime: "2026-01-15T09:30:00Z",
  "google.protobuf.Timestamp": "2026-01-15T09:30:00Z",
  "google.protobuf.Duration": "1.5s",
};

/** Some bytes in base64, as ProtoJSON writes them. */
const OCTETS = "c2FtcGxl";

function isBase64({ language, types }: Schema): boolean {
  return language === "protobuf" && types.some((type) => type === "bytes" || type === "google.protobuf.BytesValue");
}

/** The bytes of a decimal in Avro: a number with one digit, in two's complement. */
function decimalsOf({ parts }: Conjunction, octets: number): string[] {
  return parts.some(({ language, format }) => language === "avro" && format?.value === "decimal") ? ["\u0001".padStart(octets, "\0")] : [];
}

function formatsOf({ parts }: Conjunction): string[] {
  return parts.flatMap((part) => {
    const typed = isBase64(part) ? [OCTETS] : part.types.flatMap((type) => SPECIAL[type] ?? []);
    const formatted = formatTexts.get(part.format?.value ?? "");
    return [...typed, ...(formatted === undefined ? [] : [formatted])];
  });
}

function varied(value: string, variant: number): string {
  return variant === 0 ? value : `${value} ${variant + 1}`;
}

function* candidates(conjunction: Conjunction, spot: SamplePosition, patterns: readonly string[]): Generator<string> {
  const byFormat = formatsOf(conjunction);
  yield* byFormat;
  const byName = plausibleText(spot.name);
  if (byName !== undefined) yield varied(byName, spot.variant);
  for (const pattern of patterns) yield* textsFromPattern(pattern, spot.variant);
  yield varied("sample", spot.variant);
  yield String(spot.variant + 1);
}

/** The size limits of a text. Avro's `fixed` gives its size in bytes, each one character of JSON. */
function lengthsOf({ parts }: Conjunction): { readonly least: number; readonly most: number } {
  const [fixed] = parts.flatMap((part) => (part.types.includes("fixed") ? (sizeIn(factOf(part, "size")) ?? []) : []));
  return fixed === undefined ? sizesOf(parts, "Length") : { least: fixed, most: fixed };
}

/** A text that fits format, name, pattern and length: the first candidate that is long enough and matches. */
export function makeText(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  // No text shows what the bytes of a whole payload look like.
  if (spot.depth === 0 && conjunction.parts.some(({ format }) => format?.value === "binary")) return without(making, reason("binary"));
  const sizes = lengthsOf(conjunction);
  if (sizes.least > LONGEST) return without(making, reason("long-text", { size: sizes.least }));
  const patterns = conjunction.parts.flatMap((part) => textFact(part, "pattern") ?? []);
  for (const candidate of [...decimalsOf(conjunction, sizes.least), ...candidates(conjunction, spot, patterns)]) {
    for (const value of new Set([candidate, fitted(candidate, sizes)])) {
      const { length } = Array.from(value);
      const fits = length >= sizes.least && length <= sizes.most;
      if (!fits || !patterns.every((pattern) => making.matches(pattern, value))) continue;
      const made = text(value);
      if (isApart(conjunction, made, making)) return made;
    }
  }
  return without(making, reason("no-text", { patterns: patterns.map((pattern) => JSON.stringify(pattern)).join(", ") }));
}

interface PatternText {
  text: string;
  /** The number of repetitions beyond the minimum. */
  readonly extra: number;
  /** Shifts the choice of characters and options, so that variants differ. */
  readonly shift: number;
  readonly groups: Map<string, string>;
}

/** How many characters of a range are tried. */
const MOST_OF_RANGE = 500;

/** The characters to pick from: letters and digits where there are some, which are easier to read. A pattern has many pieces of few kinds. */
const charactersOf = oncePerObject((ranges: readonly CharacterRange[]): readonly string[] => {
  const all = ranges.flatMap(([from, to]) =>
    Array.from({ length: Math.min(to - from, MOST_OF_RANGE) + 1 }, (_, at) => String.fromCodePoint(from + at)),
  );
  const readable = all.filter((character) => /[A-Za-z0-9]/.test(character));
  return readable.length > 0 ? readable : all;
});

function pick(ranges: readonly CharacterRange[], { text, shift }: PatternText): string {
  const from = charactersOf(ranges);
  return from[(text.length + shift) % from.length] ?? "";
}

function repeat(piece: PatternNode & { readonly kind: "repeat" }, writing: PatternText): void {
  const times = Math.min(piece.most, piece.least + writing.extra, LONGEST);
  for (let done = 0; done < times; done += 1) {
    const { length } = writing.text;
    write(piece.piece, writing);
    // An empty piece stays empty, and repetitions of repetitions multiply.
    if (writing.text.length === length) return;
  }
}

function write(piece: PatternNode, writing: PatternText): void {
  if (writing.text.length > LONGEST) return;
  switch (piece.kind) {
    case "one-of":
      writing.text += pick(piece.ranges, writing);
      return;
    case "sequence":
      for (const each of piece.pieces) write(each, writing);
      return;
    case "choice": {
      const option = piece.options[writing.shift % piece.options.length];
      if (option) write(option, writing);
      return;
    }
    case "repeat":
      repeat(piece, writing);
      return;
    case "group": {
      const start = writing.text.length;
      write(piece.piece, writing);
      writing.groups.set(piece.name, writing.text.slice(start));
      return;
    }
    case "back":
      writing.text += writing.groups.get(piece.name) ?? "";
      return;
    case "start":
    case "end":
  }
}

/** Texts made for a pattern, the simplest first. The caller has to check them against the pattern. */
export function* textsFromPattern(source: string, variant = 0): Generator<string> {
  const piece = readPattern(source);
  if (!piece) return;
  for (const extra of [0, 2, 5, 11, 1, 35, 99]) {
    for (const shift of [variant, variant + 1, variant + 7]) {
      const writing: PatternText = { text: "", extra, shift, groups: new Map() };
      write(piece, writing);
      if (writing.text.length <= LONGEST) yield writing.text;
    }
  }
}
