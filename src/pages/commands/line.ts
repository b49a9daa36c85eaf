/** Characters that mean nothing to a shell, wherever they stand. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Control characters but tab and line feed: a terminal would obey them while they are pasted (ESC ends a bracketed paste). */
const CONTROL = /[^\P{Cc}\t\n]/gu;

/**
 * One word of a POSIX shell (XCU § 2.2.2): in single quotes nothing is special but the quote itself, which is written outside of them.
 * Control characters become U+FFFD.
 */
export function quote(word: string): string {
  const text = word.toWellFormed().replace(CONTROL, "\u{fffd}");
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word that is a fixed text followed by shell variables, joined by colons. The shell does not split it. */
export interface Variables {
  readonly before: string;
  readonly names: readonly string[];
}

/** Refers to a secret in the reader's environment: a document never holds one. */
export function variable(name: string, before = "", ...more: readonly string[]): Variables {
  return { before, names: [name, ...more] };
}

type Word = string | Variables;

/**
 * Words, and options with a value. An option whose value is unknown is left out. An option that ends in `=` forms one word with its
 * value.
 */
export type CommandLine = readonly (Word | readonly [option: string, value: Word | undefined])[];

function word(text: Word): string {
  if (typeof text === "string") return quote(text);
  return `${text.before === "" ? "" : quote(text.before)}"${text.names.map((name) => `$${name}`).join(":")}"`;
}

/** Words of a command, quoted for a POSIX shell. */
export function line(...words: CommandLine): string {
  return words
    .flatMap((each) => {
      if (!Array.isArray(each)) return [word(each as Word)];
      const [option, value] = each as readonly [string, Word | undefined];
      if (value === undefined) return [];
      return [option.endsWith("=") ? option + word(value) : `${option} ${word(value)}`];
    })
    .join(" ");
}

/** A command up to this length stays on one line, beside the button that copies it. */
const SHORT = 44;

/** A word as a shell sees it: what stands in quotes or is another command is one. */
const WORD = /(?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|\$\((?:'[^']*'|"[^"]*"|[^)'"])*\)|[^\s'"\\])+/g;

/** The words that begin a line: options, further commands, URLs. */
const LEADS = /^(?:-|[|]|&&|'?[a-z][a-z0-9+.-]*:\/\/)/;

/** A command with one option a line. The shell joins lines that end in a backslash, and nothing within quotes is touched. */
export function onLines(command: string): string {
  const words = command.match(WORD) ?? [];
  if (command.length <= SHORT || words.join(" ") !== command) return command;
  return words.reduce((text, word) => `${text}${LEADS.test(word) ? " \\\n  " : " "}${word}`);
}
