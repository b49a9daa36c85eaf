/** A run of letters or digits; combining marks stay with their letter. */
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Boundaries between the words of a camelCase or PascalCase name: `lightMeasured`, `HTTPServer`. */
const JOINT = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts written without spaces. Each pair of neighbouring characters is a term, so a search finds any part of a text. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

const LONGEST = 40;

/** One form for texts that readers take for the same: without case, marks and compatibility forms. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function pairs(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

/**
 * The terms of a text, each once: its words, the parts of camelCase names, and (with `whole`) the whole name, so that `lightMeasured`,
 * `light` and `lightmeasured` all find it. The page's script does the same to what the reader types.
 */
export function tokenize(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.toWellFormed().matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      for (const pair of pairs(word)) terms.add(fold(pair));
      continue;
    }
    const parts = word.split(JOINT);
    for (const part of parts) terms.add(fold(part).slice(0, LONGEST));
    if (parts.length > 1) terms.add(fold(word).slice(0, LONGEST));
  }
  terms.delete("");
  return terms;
}
