import { unicodeEscapes } from "#text";

/**
 * Commands that a CI executes when they are in its log: of Azure Pipelines (`##vso[task.setvariable …]`), of GitHub in its first form
 * (`##[set-output …]`) and of TeamCity anywhere in a line, of GitHub in its second form (`::`) at the start of a line.
 */
const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi;
const LINE_START = /^([^\S\n]*):(?=:)/gm;

/** Replacements for the second `#` and the first `:` of a command. If the format has an escape, it is used, so that the value stays. */
export interface CommandEscapes {
  readonly hash: string;
  /** Absent if no line starts with untrusted text, or if the format consists of commands. */
  readonly colon?: string;
}

/** Escapes the commands that untrusted text may contain. */
export function escapeCommands(text: string, { hash, colon }: CommandEscapes): string {
  const quiet = text.replace(ANYWHERE, `#${hash}`);
  return colon === undefined ? quiet : quiet.replace(LINE_START, `$1${colon}`);
}

/**
 * Characters that a terminal interprets or hides: controls, formats (bidi controls, zero width, soft hyphen, byte order marks, tags),
 * line and paragraph separators, lone surrogates.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  return escapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Untrusted text on one line with hidden characters spelled out: it can neither colour, move, reorder or forge output, nor run a command. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, escapeCharacter).replace(ANYWHERE, "#\\u{23}");
}

/** {@link visible} for text of several lines that may quote untrusted text. No line starts a command. */
export function visibleLines(text: string): string {
  return escapeCommands(text.split("\n").map(visible).join("\n"), { hash: "\\u{23}", colon: "\\u{3a}" });
}

/** Escapes characters in JSON text that a terminal interprets or hides. The value stays the same. */
export function visibleJson(text: string): string {
  return text.replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, unicodeEscapes);
}
