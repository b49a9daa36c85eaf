import { codePointName, isJoining } from "#text";

/**
 * Characters that a reader cannot see or that reorder what is seen: controls but tab and line breaks, and format characters
 * (zero-width, bidirectional, soft hyphen, byte order mark, tags; Unicode TR 36, TR 9). Arabic number signs are of that class and are seen.
 */
const INVISIBLE = /[^\P{Cc}\t\n\r]|(?![\u0600-\u0605\u06DD\u070F\u08E2])\p{Cf}/gu;

function spell(character: string, at: number, text: string): string {
  if (isJoining(character, at, text)) return character;
  return `⟨${codePointName(character.codePointAt(0) ?? 0)}⟩`;
}

/** Most names: nothing but what a typewriter has. */
const PRINTABLE = /^[\x20-\x7E]*$/;

/** From how many characters on it is remembered what is shown of a text: thousands of pages may name the same. */
const LONG = 10_000;
const MOST_REMEMBERED = 20;
const remembered = new Map<string, string>();

/** A name with every invisible character spelled out (`⟨U+202E⟩`) and lone surrogates replaced, so that nothing can hide in it. */
export function visible(text: string): string {
  if (text.length < LONG) return spelled(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const shown = spelled(text);
  if (remembered.size === MOST_REMEMBERED) remembered.clear();
  remembered.set(text, shown);
  return shown;
}

function spelled(text: string): string {
  return PRINTABLE.test(text) ? text : text.toWellFormed().replace(INVISIBLE, spell);
}
