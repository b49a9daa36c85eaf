import type { OutputFile } from "#output";
import { searchScript } from "#pages";

/** The most characters in one script of the texts that readers copy, unless one page has more. */
const MOST_CHARACTERS = 100_000;

/** The Markdown of a page, read when it is its turn. */
export interface CopiedText {
  readonly path: string;
  readonly read: () => string;
}

// In code-unit order, as the script of the page compares them.
const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);

/**
 * Scripts with the texts that readers copy, because pages may not fetch and those on a disk cannot. A list says with which path each
 * begins.
 */
export class CopiedTexts {
  readonly #starts: string[] = [];

  /** The scripts of some texts. No path of other texts may stand between their paths. */
  *scripts(texts: readonly CopiedText[]): Generator<OutputFile> {
    let part: Record<string, string> | undefined;
    let room = 0;
    for (const { path, read } of [...texts].sort((one, other) => inOrder(one.path, other.path))) {
      const text = read();
      if (!part || text.length > room) {
        if (part) yield this.#script(part);
        this.#starts.push(path);
        part = {};
        room = MOST_CHARACTERS;
      }
      part[path] = text;
      room -= text.length;
    }
    if (part) yield this.#script(part);
  }

  /** The list, once all scripts were made. */
  *list(): Generator<OutputFile> {
    const starts = [...this.#starts.entries()].sort(([, one], [, other]) => inOrder(one, other));
    if (starts.length > 0) yield { path: "search/pages.js", contents: searchScript("pages", 0, starts) };
  }

  #script(part: Readonly<Record<string, string>>): OutputFile {
    const number = this.#starts.length - 1;
    return { path: `search/texts-${number}.js`, contents: searchScript("texts", number, part) };
  }
}
