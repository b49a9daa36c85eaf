import type { OutputFile } from "#output";
import { FULL_TEXT_PATH, searchScript, type Page } from "#pages";

/** The most characters in one script of the texts that readers copy, unless one page has more. */
const COPIED = 100_000;

interface Twin {
  readonly path: string;
  readonly contents: string;
}

/** The Markdown of all pages. */
export class Twins {
  readonly #twins: (Twin & Pick<Page, "kind">)[] = [];

  add(kind: Page["kind"], twin: Twin): void {
    this.#twins.push({ ...twin, kind });
  }

  /**
   * All in one text, for programs that read the whole API at once. Each page begins with its path, to which its links are relative. Lists
   * are left out: they say nothing that the pages do not.
   */
  *whole(): Generator<OutputFile> {
    const parts = this.#twins.filter(({ kind }) => kind !== "list").map(({ path, contents }) => `<!-- ${path} -->\n\n${contents}`);
    if (parts.length > 0) yield { path: FULL_TEXT_PATH, contents: parts.join("\n") };
  }

  /**
   * Scripts with the texts that readers copy, because pages may not fetch and those on a disk cannot. A list says with which path each
   * begins.
   */
  *copied(): Generator<OutputFile> {
    const starts: string[] = [];
    let part: Record<string, string> = {};
    let room = 0;
    const script = (): OutputFile => {
      const number = starts.length - 1;
      return { path: `search/texts-${number}.js`, contents: searchScript("texts", number, part) };
    };
    // In code-unit order, as the script of the page compares them.
    for (const { path, contents } of this.#twins.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      if (starts.length === 0 || contents.length > room) {
        if (starts.length > 0) yield script();
        starts.push(path);
        part = {};
        room = COPIED;
      }
      part[path] = contents;
      room -= contents.length;
    }
    if (starts.length === 0) return;
    yield script();
    yield { path: "search/pages.js", contents: searchScript("pages", 0, starts) };
  }
}
