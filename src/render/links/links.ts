import { relativeUrl } from "#model";
import type { SearchEntry, SearchFile, SearchSlice } from "#pages";
import { SearchIndex } from "#pages";
import type { Words } from "#text";
import type { BrokenLink } from "./link-ledger.ts";
import { LinkLedger } from "./link-ledger.ts";

/** The folder of the search index. The page's script loads files from it. */
const FOLDER = "search";

/** The most pages searched for anchors that are out of order. Any further such hit leads to the first page. */
const MOST_LOOKS = 300_000;

/** The known pages, and for each continued page the number of the page where the last anchor was found. */
interface Pages {
  readonly ledger: LinkLedger;
  readonly before: Map<string, number>;
  looks: number;
}

/** The page with an anchor among those that continue `page`; `undefined` if none has it. */
function furtherPage(page: string, anchor: string, pages: Pages): string | undefined {
  const { ledger, before } = pages;
  const numbered = (number: number): string => page.replace(/\.html$/, `.${number}.html`);
  // Anchors mostly come in the order of the pages, so the last page and the next are tried first.
  const last = before.get(page) ?? 2;
  for (const number of [last, last + 1]) {
    if (!ledger.hasAnchor(numbered(number), anchor)) continue;
    before.set(page, number);
    return numbered(number);
  }
  for (let number = 2; pages.looks > 0 && ledger.hasFile(numbered(number)); number += 1) {
    pages.looks -= 1;
    if (!ledger.hasAnchor(numbered(number), anchor)) continue;
    before.set(page, number);
    return numbered(number);
  }
  return undefined;
}

/**
 * A link to the page that has its anchor: the page itself, or one that continues it. If no page has the anchor, the link leads to the
 * first page.
 */
function verified(href: string, pages: Pages): string {
  const { ledger } = pages;
  const [page = "", anchor] = href.split("#", 2);
  if (anchor === undefined) return href;
  const [path, id] = [decodeURIComponent(page), decodeURIComponent(anchor)];
  if (ledger.hasAnchor(path, id)) return href;
  const further = furtherPage(path, id, pages);
  return further === undefined ? page : relativeUrl("index.html", further, id);
}

/** The search index of a site whose pages are all known. Each hit leads to an anchor that exists. */
class LinkedSearch {
  readonly #pages: Pages;
  readonly #index = new SearchIndex();

  constructor(ledger: LinkLedger) {
    this.#pages = { ledger, before: new Map(), looks: MOST_LOOKS };
  }

  add(entry: SearchEntry): void {
    const href = verified(entry.href, this.#pages);
    this.#index.add(href === entry.href ? entry : { ...entry, href });
  }

  slice(): SearchSlice {
    return this.#index.slice();
  }

  files(words: Words): Iterable<SearchFile> {
    this.#index.groupFields(words);
    return this.#index.files(FOLDER);
  }
}

/** Verifies links. Add the pages first, then the entries of the search; other files at any time. Ask for results at the end. */
export class Links {
  readonly #ledger = new LinkLedger();
  readonly #search = new LinkedSearch(this.#ledger);

  /** Adds a file that is not searched. After `#`, it names an anchor of the file. */
  addFile(path: string): void {
    this.#ledger.addFile(path);
  }

  addPage(path: string, html: string): void {
    this.#ledger.addPage(path, html);
  }

  addEntry(entry: SearchEntry): void {
    this.#search.add(entry);
  }

  /** The files of the search index. Every hit in it leads to an anchor that exists. */
  searchFiles(words: Words): Iterable<SearchFile> {
    return this.#search.files(words);
  }

  /** The search entries, to be merged into another index. */
  searchSlice(): SearchSlice {
    return this.#search.slice();
  }

  /** All links without a target, after all files were added. */
  broken(): BrokenLink[] {
    return this.#ledger.broken();
  }
}
