/**
 * The words of the interface and of schema phrases, one file an area, translatable as a whole.
 */
export type { Vocabulary, WordKey, Words } from "./words.ts";
export { languageCodes, siteWordKeys, wordsOf } from "./words.ts";
