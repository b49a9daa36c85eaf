/**
 * The words of the interface and of schema phrases. Each language is one file; users can replace single phrases.
 */
export type { Phrase, Vocabulary, WordKey, Words } from "./words.ts";
export {
  englishWords,
  figure,
  isWordKey,
  languageCodes,
  reason,
  templateWords,
  translateReason,
  translateText,
  wordsOf,
  counted,
  failureReason,
  listSome,
} from "./words.ts";
export * from "./words.ts";
