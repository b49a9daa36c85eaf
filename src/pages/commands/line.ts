import { quote } from "./quote.ts";

/** A word that ends in variables of the shell with a colon between: text before them, and nothing of them is ever split. */
export interface Variables {
  readonly before: string;
  readonly names: readonly string[];
}

/** A secret is never in a document: it comes from the reader's environment. */
export function variable(name: string, before = ""): Variables {
  return { before, names: [name] };
}

type Word = string | Variables;

/** Words, and options with their value; an option whose value is not known is left out. An option that ends in `=` is one word with it. */
export type Words = readonly (Word | readonly [option: string, value: Word | undefined])[];

function word(text: Word): string {
  if (typeof text === "string") return quote(text);
  return `${text.before === "" ? "" : quote(text.before)}"${text.names.map((name) => `$${name}`).join(":")}"`;
}

/** Words of a command, quoted for a POSIX shell. */
export function line(...words: Words): string {
  return words
    .flatMap((each) => {
      if (!Array.isArray(each)) return [word(each as Word)];
      const [option, value] = each as readonly [string, Word | undefined];
      if (value === undefined) return [];
      return [option.endsWith("=") ? option + word(value) : `${option} ${word(value)}`];
    })
    .join(" ");
}
