import german from "./de.json" with { type: "json" };
import english from "./en.json" with { type: "json" };

export type WordKey = keyof typeof english;

/** One phrase, or its forms by the plural category of its `{count}`: `one`, `few`, … and `other`, as CLDR names them. */
export type Phrase = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** The words of one language; a key that it lacks is said in English. */
export type Vocabulary = Readonly<Partial<Record<WordKey, Phrase>>>;

/** Says a phrase of the interface with its `{blanks}` filled, `{count}` choosing between its forms. Blanks are never expanded twice. */
export type Words = (key: WordKey, blanks?: Readonly<Record<string, string | number>>) => string;

/** Every phrase as English has it. */
export const englishWords: Readonly<Record<WordKey, Phrase>> = english;

/** Whether a text, such as a key that was put together, is the key of a phrase. */
export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(english, key);
}

/** The words that templates use by name. */
export const siteWordKeys: readonly WordKey[] = (Object.keys(english) as WordKey[]).filter((key) => key.startsWith("site."));

// Typed as complete: a phrase that German lacks is a type error.
const complete: Readonly<Record<WordKey, Phrase>> = german;

const languages: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  ["en", english],
  ["de", complete],
]);

/** The languages that have words of their own. */
export const languageCodes: readonly string[] = [...languages.keys()];

/** A phrase split at its blanks: words, the name of a blank, words, and so on. */
function splitPhrase(phrase: string): readonly string[] {
  return phrase.split(/\{(\w+)\}/);
}

/** The rules of plurals of a language, those of English where the code is of none. */
function pluralsOf(language: string): Intl.PluralRules {
  try {
    // Never the machine's own language: English is named as the one to fall back on.
    return new Intl.PluralRules([language, "en"]);
  } catch {
    return new Intl.PluralRules("en");
  }
}

/** The form of a phrase for a count. */
function formOf(phrase: Phrase, form: Intl.LDMLPluralRule): string {
  return typeof phrase === "string" ? phrase : (phrase[form] ?? phrase.other);
}

/** The words of a language by its code (`de`, `de-AT`): those of `own` first, then those of the language, then English. */
export function wordsOf(language: string, own: Vocabulary = {}): Words {
  const vocabulary: Readonly<Record<WordKey, Phrase>> = { ...englishWords, ...languages.get(language.split("-", 1)[0] ?? ""), ...own };
  const plurals = pluralsOf(language);
  const phrases = new Map<Intl.LDMLPluralRule, Map<WordKey, readonly string[]>>();
  const piecesOf = (key: WordKey, count: unknown): readonly string[] => {
    const phrase = vocabulary[key];
    const form = typeof phrase === "string" || typeof count !== "number" ? "other" : plurals.select(count);
    let known = phrases.get(form);
    if (!known) phrases.set(form, (known = new Map<WordKey, readonly string[]>()));
    let pieces = known.get(key);
    if (!pieces) known.set(key, (pieces = splitPhrase(formOf(phrase, form))));
    return pieces;
  };
  return (key, blanks) => {
    const pieces = piecesOf(key, blanks?.count);
    let said = pieces[0] ?? "";
    for (let at = 1; at < pieces.length; at += 2) said += String(blanks?.[pieces[at] ?? ""] ?? "") + (pieces[at + 1] ?? "");
    return said;
  };
}
