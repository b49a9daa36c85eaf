import type { SearchFile } from "#search";
import { SearchIndex } from "#search";
import { relativeUrl } from "#routes";
import type { Site } from "#site";
import type { LinkLedger } from "./link-ledger.ts";

/** The folder of the index; the page's script asks for its files by this name. */
const FOLDER = "search";

/** The pages there are, and on which of those that go on with one an anchor was found last. */
interface Pages {
  readonly ledger: LinkLedger;
  readonly before: Map<string, string>;
}

/** The page among those that go on with one that has an anchor; a page that has none of them does not go on. */
function furtherPage(page: string, anchor: string, { ledger, before }: Pages): string | undefined {
  // Rows come in the order of the pages, mostly; an anchor is on one of them.
  const hint = before.get(page);
  if (hint !== undefined && ledger.hasAnchor(hint, anchor)) return hint;
  for (let number = 2; ; number += 1) {
    const next = page.replace(/\.html$/, `.${number}.html`);
    if (!ledger.hasFile(next)) return undefined;
    if (!ledger.hasAnchor(next, anchor)) continue;
    before.set(page, next);
    return next;
  }
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

/** The files of the search index, made when every page is known, so that each hit leads to an anchor that is there. */
export function* searchFiles(site: Site, ledger: LinkLedger): Generator<SearchFile> {
  const index = new SearchIndex();
  const pages = { ledger, before: new Map<string, string>() };
  for (const entry of site.search()) index.add({ ...entry, href: verified(entry.href, pages) });
  yield* index.files(FOLDER);
}
