/** The syntax tree of a regular expression, reduced to what is needed to make a text. */
export type RegexNode =
  | { readonly kind: "text"; readonly text: string }
  /** One of these characters. */
  | { readonly kind: "one-of"; readonly characters: string }
  | { readonly kind: "sequence"; readonly pieces: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly options: readonly RegexNode[] }
  | { readonly kind: "repeat"; readonly piece: RegexNode; readonly least: number; readonly most: number }
  | { readonly kind: "group"; readonly name: string; readonly piece: RegexNode }
  | { readonly kind: "back"; readonly name: string };

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const MARKS = " -_.,:;!?/+*#@%&=()[]{}<>~^|'\"$`\\";
const ALL = UPPER + LOWER + DIGITS + MARKS;

const escapes: Readonly<Record<string, string>> = {
  d: DIGITS,
  D: LOWER + UPPER,
  w: LOWER + UPPER + DIGITS + "_",
  W: " -.",
  s: " ",
  S: LOWER + UPPER + DIGITS,
  n: "\n",
  r: "\r",
  t: "\t",
  f: "\f",
  v: "\v",
  0: "\0",
};

/** Common characters of a Unicode property; empty for a property that is not supported. */
function property(name: string): string {
  if (/^(?:L|Letter|Alphabetic|Alpha)$/.test(name)) return LOWER + UPPER;
  if (/^(?:Lu|Uppercase_Letter|Uppercase)$/.test(name)) return UPPER;
  if (/^(?:Ll|Lowercase_Letter|Lowercase)$/.test(name)) return LOWER;
  if (/^(?:N|Nd|Number|Decimal_Number)$/.test(name)) return DIGITS;
  return /^(?:P|Punctuation)$/.test(name) ? "-.,!" : "";
}

/** The state of the parser. */
interface RegexReader {
  readonly source: string;
  at: number;
  groups: number;
  depth: number;
}

const DEEPEST = 50;

/** Thrown at an invalid or unsupported pattern. The exported functions of this file catch it. */
class UnsupportedPattern extends Error {}

/** Reads what a sticky pattern matches here. */
function take(reader: RegexReader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.source);
  if (match) reader.at = pattern.lastIndex;
  return match ?? undefined;
}

/** The character that a number, property or control letter of an escape stands for; `undefined` for other escapes. */
function coded(reader: RegexReader): string | undefined {
  const [, two, four, braced] = take(reader, /x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}/y) ?? [];
  const digits = two ?? four ?? braced;
  if (digits !== undefined) return String.fromCodePoint(Math.min(0x10ffff, parseInt(digits, 16)));
  const [, sign, name] = take(reader, /([pP])\{(?:\w+=)?(\w+)\}/y) ?? [];
  if (name !== undefined) return sign === "p" ? property(name) : "-";
  const control = take(reader, /c([A-Za-z])/y)?.[1];
  return control === undefined ? undefined : String.fromCharCode(control.charCodeAt(0) % 32);
}

/** The characters that an escape stands for. The backslash has been consumed. */
function escaped(reader: RegexReader): string {
  const code = coded(reader);
  if (code !== undefined) return code;
  const character = take(reader, /[^]/y)?.[0];
  if (character === undefined) throw new UnsupportedPattern();
  return Object.hasOwn(escapes, character) ? (escapes[character] ?? "") : character;
}

/** One member of a class: a character or an escape. */
function member(reader: RegexReader): string {
  if (take(reader, /\\b/y)) return "\b";
  if (take(reader, /\\/y)) return escaped(reader);
  const character = take(reader, /[^\]]/y)?.[0];
  if (character === undefined) throw new UnsupportedPattern();
  return character;
}

function range(from: string, to: string): string {
  const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  const size = Math.max(0, Math.min(high - low, 500));
  return String.fromCodePoint(...Array.from({ length: size + 1 }, (_, index) => low + index));
}

/** A character class. The bracket has been consumed. */
function characterClass(reader: RegexReader): RegexNode {
  const negated = take(reader, /\^/y) !== undefined;
  let characters = "";
  while (!take(reader, /\]/y)) {
    const from = member(reader);
    characters += from.length === 1 && take(reader, /-(?!\])/y) ? range(from, member(reader)) : from;
  }
  if (!negated) return { kind: "one-of", characters };
  const left = Array.from(ALL)
    .filter((character) => !characters.includes(character))
    .join("");
  return { kind: "one-of", characters: left };
}

/** A group. The parenthesis has been consumed. Lookaround assertions make no text. */
function group(reader: RegexReader): RegexNode {
  const around = take(reader, /\?<?[=!]/y);
  const name = around ? undefined : take(reader, /\?<(\w+)>/y)?.[1];
  const silent = around === undefined && name === undefined && take(reader, /\?(?:[a-z-]*):/y) !== undefined;
  const numbered = silent || around ? "" : String((reader.groups += 1));
  const piece = choice(reader);
  if (!take(reader, /\)/y)) throw new UnsupportedPattern();
  if (around) return { kind: "text", text: "" };
  return silent ? piece : { kind: "group", name: name ?? numbered, piece };
}

function atom(reader: RegexReader): RegexNode {
  if (take(reader, /\^|\$|\\[bB]/y)) return { kind: "text", text: "" };
  if (take(reader, /\(/y)) return group(reader);
  if (take(reader, /\[/y)) return characterClass(reader);
  if (take(reader, /\./y)) return { kind: "one-of", characters: LOWER };
  const back = take(reader, /\\([1-9])|\\k<(\w+)>/y);
  if (back) return { kind: "back", name: back[1] ?? back[2] ?? "" };
  if (take(reader, /\\/y)) return { kind: "one-of", characters: escaped(reader) };
  const literal = take(reader, /[\uD800-\uDBFF][\uDC00-\uDFFF]|[^*+?()|]/y)?.[0];
  if (literal === undefined) throw new UnsupportedPattern();
  return { kind: "text", text: literal };
}

function quantified(reader: RegexReader, piece: RegexNode): RegexNode {
  const match = take(reader, /([*+?])\??|\{(\d+)(,(\d*))?\}\??/y);
  if (!match) return piece;
  const [, sign, least, comma, most] = match;
  if (sign !== undefined) return { kind: "repeat", piece, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
  const from = Number(least);
  return { kind: "repeat", piece, least: from, most: comma === undefined ? from : most === "" ? Infinity : Number(most) };
}

function sequence(reader: RegexReader): RegexNode {
  const pieces: RegexNode[] = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at))) pieces.push(quantified(reader, atom(reader)));
  return { kind: "sequence", pieces };
}

function choice(reader: RegexReader): RegexNode {
  reader.depth += 1;
  if (reader.depth > DEEPEST) throw new UnsupportedPattern();
  const options = [sequence(reader)];
  while (take(reader, /\|/y)) options.push(sequence(reader));
  reader.depth -= 1;
  return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
}

/** The length limit of a pattern. The validator does not try longer ones either. */
const LONGEST = 20_000;

/** Parses a pattern of ECMA-262; `undefined` if it is invalid or not supported. */
export function readPattern(source: string): RegexNode | undefined {
  if (source.length > LONGEST) return undefined;
  const reader: RegexReader = { source, at: 0, groups: 0, depth: 0 };
  try {
    const piece = choice(reader);
    return reader.at === source.length ? piece : undefined;
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
}
