import { relativeUrl } from "#model";
import type { SearchEntry, SearchFile, SearchSlice } from "#pages";
import { SearchIndex } from "#pages";
import type { LinkLedger } from "./link-ledger.ts";

/** The folder of the index; the page's script asks for its files by this name. */
export const FOLDER = "search";

/** Pages that are looked through for anchors that do not come in the order of the rows; what is not found by then is found by its page. */
const MOST_LOOKS = 300_000;

/** The pages there are, and on which of those that go on with one an anchor was found last, by its number. */
interface Pages {
  readonly ledger: LinkLedger;
  readonly before: Map<string, number>;
  looks: number;
}

/** The page among those that go on with one that has an anchor; a page that has none of them does not go on. */
function furtherPage(page: string, anchor: string, pages: Pages): string | undefined {
  const { ledger, before } = pages;
  const numbered = (number: number): string => page.replace(/\.html$/, `.${number}.html`);
  // Rows come in the order of the pages, mostly; an anchor is on one of them.
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

/** A link to the page that has its anchor: its own or one that goes on with it. What no page has a row for is found by the first. */
function verified(href: string, pages: Pages): string {
  const { ledger } = pages;
  const [page = "", anchor] = href.split("#", 2);
  if (anchor === undefined) return href;
  const [path, id] = [decodeURIComponent(page), decodeURIComponent(anchor)];
  if (ledger.hasAnchor(path, id)) return href;
  const further = furtherPage(path, id, pages);
  return further === undefined ? page : relativeUrl("index.html", further, id);
}

/** The search index of a site whose pages are all known: each hit leads to an anchor that is there. */
export class LinkedSearch {
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

  files(): Iterable<SearchFile> {
    return this.#index.files(FOLDER);
  }
}
