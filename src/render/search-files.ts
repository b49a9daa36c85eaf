import type { SearchFile } from "#search";
import { SearchIndex } from "#search";
import type { Site } from "#site";
import type { LinkLedger } from "./link-ledger.ts";

/** The folder of the index; the page's script asks for its files by this name. */
const FOLDER = "search";

/** A link without an anchor that its page does not have: a row beyond a page's budget is found by its page. */
function verified(href: string, ledger: LinkLedger): string {
  const [page = "", anchor] = href.split("#", 2);
  if (anchor === undefined || ledger.hasAnchor(decodeURIComponent(page), decodeURIComponent(anchor))) return href;
  return page;
}

/** The files of the search index, made when every page is known, so that each hit leads to an anchor that is there. */
export function* searchFiles(site: Site, ledger: LinkLedger): Generator<SearchFile> {
  const index = new SearchIndex();
  for (const entry of site.search()) index.add({ ...entry, href: verified(entry.href, ledger) });
  yield* index.files(FOLDER);
}
