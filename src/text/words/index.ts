/**
 * The words of the interface and of schema phrases: one file a language, translatable as a whole, and by the user word by word.
 */
export type { Phrase, Vocabulary, WordKey, Words } from "./words.ts";
export { englishWords, isWordKey, languageCodes, siteWordKeys, wordsOf } from "./words.ts";
export { counted } from "./counted.ts";
export { reason, reasonIn } from "./reasons.ts";
