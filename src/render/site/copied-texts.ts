import type { OutputFile } from "#output";
import { searchScript } from "#pages";

/** The most characters in one script of the texts that readers copy, unless one page has more. */
const MOST_CHARACTERS = 100_000;

/** The Markdown of a page, read when it is its turn. */
export interface CopiedText {
  readonly path: string;
  readonly read: () => string;
}

/**
 * Scripts with the texts that readers copy, because pages may not fetch and those on a disk cannot. A list says with which path each
 * begins.
 */
export function* copiedTexts(texts: readonly CopiedText[]): Generator<OutputFile> {
  const starts: string[] = [];
  let part: Record<string, string> = {};
  let room = 0;
  const script = (): OutputFile => {
    const number = starts.length - 1;
    return { path: `search/texts-${number}.js`, contents: searchScript("texts", number, part) };
  };
  // In code-unit order, as the script of the page compares them.
  for (const { path, read } of [...texts].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const text = read();
    if (starts.length === 0 || text.length > room) {
      if (starts.length > 0) yield script();
      starts.push(path);
      part = {};
      room = MOST_CHARACTERS;
    }
    part[path] = text;
    room -= text.length;
  }
  if (starts.length === 0) return;
  yield script();
  yield { path: "search/pages.js", contents: searchScript("pages", 0, starts) };
}
