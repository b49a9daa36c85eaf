import type { WordKey, Words } from "#text";
import { siteWordKeys } from "#text";

const made = new WeakMap<Words, Readonly<Record<string, string>>>();

/** The words of pages by their short key (`{{@root.t.channels}}`), said once for all pages. Those with blanks are filled by the views. */
export function interfaceWords(words: Words): Readonly<Record<string, string>> {
  let table = made.get(words);
  if (!table) {
    table = Object.fromEntries(siteWordKeys.map((key: WordKey) => [key.replace(/^site\./, ""), words(key)]));
    made.set(words, table);
  }
  return table;
}
