/**
 * The first five matches of a global pattern in a text, with what is around them. A pattern that takes what is before a word itself, such
 * as `.{0,80}word`, tries 80 characters again at each character of the text.
 */
export function foundIn(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].slice(0, 5);
  return found.map(({ index }) => text.slice(Math.max(0, index - 80), index + 80));
}
