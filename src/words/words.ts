import { example } from "./en/example.ts";
import { schema } from "./en/schema.ts";
import { site } from "./en/site.ts";

const english = { ...site, ...schema, ...example };

export type WordKey = keyof typeof english;

/** The words of one language; a key that it lacks is said in English. */
export type Vocabulary = Readonly<Partial<Record<WordKey, string>>>;

/** Says a phrase of the interface with its `{blanks}` filled. Blanks are never expanded twice. */
export type Words = (key: WordKey, blanks?: Readonly<Record<string, string | number>>) => string;

/** The keys of the words of pages, which templates use by name. */
export const siteWordKeys: readonly WordKey[] = Object.keys(site) as (keyof typeof site)[];

const languages: Readonly<Record<string, Vocabulary>> = { en: english };

/** The languages that have words of their own. */
export const languageCodes: readonly string[] = Object.keys(languages);

/** A phrase split at its blanks: words, the name of a blank, words, and so on. */
function splitPhrase(phrase: string): readonly string[] {
  return phrase.split(/\{(\w+)\}/);
}

/** The words of a language by its code (`en`), English where the language or a phrase is missing. */
export function wordsOf(language: string): Words {
  const vocabulary: Vocabulary = languages[language] ?? english;
  const phrases = new Map<WordKey, readonly string[]>();
  return (key, blanks) => {
    let pieces = phrases.get(key);
    if (!pieces) phrases.set(key, (pieces = splitPhrase(vocabulary[key] ?? english[key])));
    let said = pieces[0] ?? "";
    for (let at = 1; at < pieces.length; at += 2) said += String(blanks?.[pieces[at] ?? ""] ?? "") + (pieces[at + 1] ?? "");
    return said;
  };
}
