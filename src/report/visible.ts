/**
 * What a CI that shows a log takes for a command to itself: Azure Pipelines (`##vso[task.setvariable …]`), GitHub in its first form
 * (`##[set-output …]`) and TeamCity wherever it stands in a line, GitHub in its second form where a line begins with it.
 */
const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi;
const LINE_START = /^([^\S\n]*):(?=:)/gm;

/** How the second `#` and the first `:` are written instead: as the format has it where it can, so that what is read is the same. */
export interface Spelling {
  readonly hash: string;
  /** None where no line begins with what a stranger wrote, or where commands are what is printed. */
  readonly colon?: string;
}

/** Text in which no CI finds a command that a stranger wrote. */
export function inert(text: string, { hash, colon }: Spelling): string {
  const quiet = text.replace(ANYWHERE, `#${hash}`);
  return colon === undefined ? quiet : quiet.replace(LINE_START, `$1${colon}`);
}

/**
 * Characters that a terminal obeys or hides: controls, formats (bidi controls, zero width, soft hyphen, byte order marks, tags),
 * line and paragraph separators, lone surrogates.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  return escapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A stranger's text on one line in which nothing is hidden: it can neither colour, move, reorder nor forge what is printed, nor command what prints it. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, escapeCharacter).replace(ANYWHERE, "#\\u{23}");
}

/** Text of ours that may quote a stranger's, on as many lines as it has: as {@link visible} as one line, and no line begins a command. */
export function visibleLines(text: string): string {
  return inert(text.split("\n").map(visible).join("\n"), { hash: "\\u{23}", colon: "\\u{3a}" });
}

/** JSON text in which a terminal finds nothing to obey or to hide: what it reads as is the same. */
export function visibleJson(text: string): string {
  return text.replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}
