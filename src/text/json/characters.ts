/** The name of a code point as the Unicode Standard writes it: `U+202E`. */
export function codePointName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Before a joiner: a pictograph, or a letter of a script that needs joiners to be written rightly. */
const JOINING =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{M}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}]$/u;

/** Whether a character of a text is a joiner that makes what stands before it look as it must. */
export function isJoining(character: string, at: number, text: string): boolean {
  const joiner = character === "\u200C" || character === "\u200D";
  return joiner && JOINING.test(text.slice(Math.max(0, at - 2), at));
}
