import type { RegexNode } from "./regex-syntax.ts";
import { readPattern } from "./regex-syntax.ts";

interface PatternText {
  text: string;
  /** The number of repetitions beyond the minimum. */
  readonly extra: number;
  /** Shifts the choice of characters and options, so that variants differ. */
  readonly shift: number;
  readonly groups: Map<string, string>;
}

/** The size limit of a generated text, in characters. */
const LONGEST = 1_000;

/** Picks a character, preferring letters and digits, which are easier to read. */
function pick(characters: string, writing: PatternText): string {
  const all = Array.from(characters);
  const readable = all.filter((character) => /[A-Za-z0-9]/.test(character));
  const from = readable.length > 0 ? readable : all;
  return from[(writing.text.length + writing.shift) % from.length] ?? "";
}

function repeat(piece: RegexNode & { readonly kind: "repeat" }, writing: PatternText): void {
  const times = Math.min(piece.most, piece.least + writing.extra, LONGEST);
  for (let done = 0; done < times; done += 1) write(piece.piece, writing);
}

function write(piece: RegexNode, writing: PatternText): void {
  if (writing.text.length > LONGEST) return;
  switch (piece.kind) {
    case "text":
      writing.text += piece.text;
      return;
    case "one-of":
      writing.text += pick(piece.characters, writing);
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
