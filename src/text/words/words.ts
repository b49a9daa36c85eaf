import meanings from "./de-meanings.json" with { type: "json" };
import german from "./de.json" with { type: "json" };
import english from "./en.json" with { type: "json" };

/**
 * How much is shown before the rest is counted ("and 12 more"): a choice of the page or the message, the same everywhere. None of them
 * bounds what a document may cost.
 */
export const MOST_ON_CARD = 3;
/** In a sentence, and in a row of a card. */
export const MOST_IN_SENTENCE = 5;
/** The boxes of a picture, and what stands beside other content. */
export const MOST_IN_BOX = 8;
/** What is named in one line or one fold. */
export const MOST_NAMED = 12;
export const MOST_LISTED = 20;
/** Lists that a page holds among others. */
export const MOST_ON_PAGE = 50;
/** What is told of one value. */
export const MOST_TOLD = 100;

export type WordKey = keyof typeof english;

/** A phrase, or its plural forms by the CLDR category of its `{count}`: `one`, `few`, … and `other`. */
export type Phrase = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** The phrases of one language; a missing key falls back to English. */
export type Vocabulary = Readonly<Partial<Record<WordKey, Phrase>>>;

/** Returns a phrase of the interface with its `{blanks}` filled. `{count}` selects the plural form. Blanks are never expanded twice. */
export type Words = (key: WordKey, blanks?: Readonly<Record<string, string | number>>) => string;

/** Every phrase in English. */
export const englishWords: Readonly<Record<WordKey, Phrase>> = english;

/** Whether a text is the key of a phrase. */
export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(english, key);
}

/** The words that templates use by name: those of every page, or those of a portal. */
export function templateWords(words: Words, room: "site" | "portal"): Readonly<Record<string, string>> {
  const keys = (Object.keys(english) as WordKey[]).filter((key) => key.startsWith(`${room}.`));
  return Object.fromEntries(keys.map((key) => [key.slice(room.length + 1), words(key)]));
}

// Typed as complete: a missing German phrase is a type error.
const complete: Readonly<Record<WordKey, Phrase>> = german;

const languages: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  ["en", english],
  ["de", complete],
]);

/** What the tables of bindings say, by the English text: a field is one line there, and stays English until it has a line here. */
const translations: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([["de", new Map(Object.entries(meanings))]]);

const plainLanguage = (language: string): string => language.split("-", 1)[0] ?? "";

/** A text of the tables in a language; as it is where nobody translated it. */
export function translateText(language: string, text: string): string {
  return translations.get(plainLanguage(language))?.get(text) ?? text;
}

/** The codes of the languages that the interface is translated to. */
export const languageCodes: readonly string[] = [...languages.keys()];

/** Splits a phrase at its blanks: words, the name of a blank, words, and so on. */
function splitPhrase(phrase: string): readonly string[] {
  return phrase.split(/\{(\w+)\}/);
}

/** The plural rules of a language; those of English for an unknown code. */
function pluralsOf(language: string): Intl.PluralRules {
  try {
    // Without a fallback, Intl would use the language of the machine.
    return new Intl.PluralRules([language, "en"]);
  } catch {
    return new Intl.PluralRules("en");
  }
}

/** The form of a phrase for a count. */
function formOf(phrase: Phrase, form: Intl.LDMLPluralRule): string {
  return typeof phrase === "string" ? phrase : (phrase[form] ?? phrase.other);
}

/** A whole number for readers, its digits in groups of three: `1,259` with a comma. It is the same in every version of Node. */
export function figure(number: number, separator: string): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, separator);
}

/**
 * The words of a language by its code (`de`, `de-AT`). A phrase comes from `own`, otherwise from the language, otherwise from English.
 * Numbers in blanks are written as figures.
 */
export function wordsOf(language: string, own: Vocabulary = {}): Words {
  const vocabulary = languages.get(plainLanguage(language)) ?? english;
  let plurals: Intl.PluralRules | undefined;
  // Intl is slow, and most counts are small.
  const forms = new Map<number, Intl.LDMLPluralRule>();
  const formFor = (count: number): Intl.LDMLPluralRule => {
    let form = forms.get(count);
    if (!form) forms.set(count, (form = (plurals ??= pluralsOf(language)).select(count)));
    return form;
  };
  // By key, or by key and form if a phrase has plural forms.
  const split = new Map<string, readonly string[]>();
  const piecesOf = (key: WordKey, count: unknown): readonly string[] => {
    const known = split.get(key);
    if (known) return known;
    const phrase = own[key] ?? vocabulary[key] ?? englishWords[key];
    const form = typeof count === "number" && typeof phrase !== "string" ? formFor(count) : "other";
    const name = typeof phrase === "string" ? key : `${key} ${form}`;
    let pieces = split.get(name);
    if (!pieces) split.set(name, (pieces = splitPhrase(formOf(phrase, form))));
    return pieces;
  };
  const separator = piecesOf("site.thousands", undefined).join("");
  const textOf = (value: string | number): string => (typeof value === "number" ? figure(value, separator) : value);
  return (key, blanks) => {
    const pieces = piecesOf(key, blanks?.count);
    let text = pieces[0] ?? "";
    for (let at = 1; at < pieces.length; at += 2) text += textOf(blanks?.[pieces[at] ?? ""] ?? "") + (pieces[at + 1] ?? "");
    return text;
  };
}

/** Clauses that give a reason: why an example was not checked, or why none could be generated. */
type ReasonKey = WordKey extends infer Key ? (Key extends `reason.${infer Name}` ? Name : never) : never;

/** Reasons are read by programs too. */
const sayInEnglish = wordsOf("en", { "site.thousands": "" });

/** A reason in English, for reports. */
export function reason(key: ReasonKey, blanks?: Readonly<Record<string, string | number>>): string {
  return sayInEnglish(`reason.${key}`, blanks);
}

interface ReasonPattern {
  readonly key: WordKey;
  readonly blanks: readonly string[];
  readonly pattern: RegExp;
}

function patternOf(key: WordKey, phrase: string): ReasonPattern {
  const pieces = phrase.split(/\{(\w+)\}/);
  const source = pieces.map((piece, at) => (at % 2 === 0 ? piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : "(.*)"));
  return { key, blanks: pieces.filter((_, at) => at % 2 === 1), pattern: new RegExp(`^${source.join("")}$`, "s") };
}

/** `{count}` must be a number, because it selects the plural form. */
function valueOf(blank: string, text: string): string | number {
  return blank === "count" ? Number(text) : text;
}

const patterns: readonly ReasonPattern[] = (Object.entries(englishWords) as [WordKey, Phrase][])
  .filter(([key]) => key.startsWith("reason."))
  .flatMap(([key, phrase]) => (typeof phrase === "string" ? [phrase] : Object.values(phrase)).map((form) => patternOf(key, form)));

/** Translates an English reason into the words of an interface. A text that is not a reason is returned unchanged. */
export function translateReason(words: Words, text: string): string {
  for (const { key, blanks, pattern } of patterns) {
    const found = pattern.exec(text);
    if (found) return words(key, Object.fromEntries(blanks.map((name, at) => [name, valueOf(name, found[at + 1] ?? "")])));
  }
  return text;
}

/** A number with its noun, in English: `1 item`, `2 items`, `3 properties`. */
export function counted(count: number | string, noun: string): string {
  if (String(count) === "1") return `1 ${noun}`;
  return `${count} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** Why something failed: the first line of an error. */
export function failureReason(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.split("\n", 1)[0] ?? "";
}

/** The first `most` names of a list and the number of the others: `a, b and 3 more`. */
export function listSome(names: readonly string[], most = MOST_LISTED): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
