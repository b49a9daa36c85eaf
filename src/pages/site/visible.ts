import { codePointName, isJoining } from "#text";

/**
 * Characters that readers cannot see or that reorder text: controls except tab and line breaks, and format characters (zero-width,
 * bidirectional, soft hyphen, byte order mark, tags; Unicode TR 36, TR 9). Arabic number signs are in that class but visible.
 */
const INVISIBLE = /[^\P{Cc}\t\n\r]|(?![\u0600-\u0605\u06DD\u070F\u08E2])\p{Cf}/gu;

function spell(character: string, at: number, text: string): string {
  if (isJoining(character, at, text)) return character;
  return `⟨${codePointName(character.codePointAt(0) ?? 0)}⟩`;
}

/** Matches most names: printable ASCII only. */
const PRINTABLE = /^[\x20-\x7E]*$/;

/** A text with every invisible character spelled out (`⟨U+202E⟩`) and lone surrogates replaced, so that nothing can be hidden in it. */
export function visible(text: string): string {
  return PRINTABLE.test(text) ? text : text.toWellFormed().replace(INVISIBLE, spell);
}
