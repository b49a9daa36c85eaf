import type { Phrase, WordKey, Words } from "./words.ts";
import { englishWords, wordsOf } from "./words.ts";

/** Clauses that say why something was not done: why an example was not checked, or none could be made. */
type ReasonKey = WordKey extends infer Key ? (Key extends `reason.${infer Name}` ? Name : never) : never;

const english = wordsOf("en");

/** A reason in English, as reports have it. */
export function reason(key: ReasonKey, blanks?: Readonly<Record<string, string | number>>): string {
  return english(`reason.${key}`, blanks);
}

interface Form {
  readonly key: WordKey;
  readonly blanks: readonly string[];
  readonly pattern: RegExp;
}

function formOf(key: WordKey, phrase: string): Form {
  const pieces = phrase.split(/\{(\w+)\}/);
  const source = pieces.map((piece, at) => (at % 2 === 0 ? piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : "(.*)"));
  return { key, blanks: pieces.filter((_, at) => at % 2 === 1), pattern: new RegExp(`^${source.join("")}$`, "s") };
}

/** `{count}` chooses between the forms of a phrase only as a number. */
function valueOf(blank: string, text: string): string | number {
  return blank === "count" ? Number(text) : text;
}

let forms: readonly Form[] | undefined;

/** A reason that was said in English, in the words of an interface; a text that is no reason stays as it is. */
export function reasonIn(words: Words, said: string): string {
  const all = Object.entries(englishWords) as [WordKey, Phrase][];
  forms ??= all
    .filter(([key]) => key.startsWith("reason."))
    .flatMap(([key, phrase]) => (typeof phrase === "string" ? [phrase] : Object.values(phrase)).map((form) => formOf(key, form)));
  for (const { key, blanks, pattern } of forms) {
    const found = pattern.exec(said);
    if (found) return words(key, Object.fromEntries(blanks.map((name, at) => [name, valueOf(name, found[at + 1] ?? "")])));
  }
  return said;
}
