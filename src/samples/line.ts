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

/** A fixed text and variables as one word of a shell. */
export function word({ before, names }: Variables): string {
  return `${before === "" ? "" : quote(before)}"${names.map((name) => `$${name}`).join(":")}"`;
}

/** What stands in quotes, a character after a backslash, and a line that goes on with the next. */
const PIECE = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^\n]|(\s*\\\n\s*)/g;

/** A command whose lines end in backslashes as one line. A backslash after the last line is dropped. */
export function onOneLine(command: string): string {
  const text = command.replace(PIECE, (piece, joint?: string) => (joint === undefined ? piece : " "));
  return text.trim().replace(/\s\\$/, "");
}

/** A command up to this length stays on one line, beside the button that copies it. */
const SHORT = 44;

/** A word as a shell sees it: what stands in quotes or is another command is one. */
const WORD = /(?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|\$\((?:'[^']*'|"[^"]*"|[^)'"])*\)|[^\s'"\\])+/g;

/** The words that begin a line: options, further commands, URLs that are no value of a short option. */
const LEADS = /^(?:-|[|]|&&)/;
const URL_LEADS = /^'?[a-z][a-z0-9+.-]*:\/\//;

/** A command with one option a line. The shell joins lines that end in a backslash, and nothing within quotes is touched. */
export function onLines(command: string): string {
  const words = command.match(WORD) ?? [];
  if (command.length <= SHORT || words.join(" ") !== command) return command;
  // What follows an option and its value belongs to neither, such as a file at the end.
  const takesValue = (word = ""): boolean => /^-[^=]*$/.test(word);
  const isWhole = (at: number): boolean =>
    /^--[\w-]+=/.test(words[at] ?? "") || (takesValue(words[at - 1]) && !(words[at] ?? "").startsWith("-"));
  const isUrl = (word: string, at: number): boolean => URL_LEADS.test(word) && !/^-\w$/.test(words[at - 1] ?? "");
  const leads = (word: string, at: number): boolean => LEADS.test(word) || isUrl(word, at) || isWhole(at - 1);
  return words.reduce((text, word, at) => `${text}${leads(word, at) ? " \\\n  " : " "}${word}`);
}
