/**
 * Characters that a reader cannot see or that reorder what is seen: C0 and C1 controls but tab and line breaks, soft hyphen,
 * zero-width and bidirectional controls, byte order mark, tags (Unicode TR 36, TR 9).
 */
const INVISIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A name with every invisible character spelled out (`⟨U+202E⟩`) and lone surrogates replaced, so that nothing can hide in it. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
