import { ANYWHERE } from "./inert.ts";

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
