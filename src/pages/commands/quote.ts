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
