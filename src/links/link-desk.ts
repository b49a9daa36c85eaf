import type { SearchFile } from "#search";
import type { LinkBatch } from "./link-batches.ts";
import type { BrokenLink } from "./link-ledger.ts";
import { LinkLedger } from "./link-ledger.ts";
import type { Moved } from "./linked-search.ts";
import { LinkedSearch } from "./linked-search.ts";
import { PartLinks, type PlacedLinks } from "./part-links.ts";

/** Takes what was told of a site, and answers for it. */
export class LinkDesk {
  readonly #ledger: LinkLedger;
  readonly #search: LinkedSearch;
  readonly #parts: PartLinks[] = [];

  /** @param read what a page holds that stands somewhere already */
  constructor(read: (from: string) => string) {
    this.#ledger = new LinkLedger(read);
    this.#search = new LinkedSearch(this.#ledger);
  }

  take({ files, parts, pages, kept, moved, entries }: LinkBatch): void {
    for (const path of files) this.#ledger.addFile(path);
    for (const [path, from] of kept) this.#ledger.addKept(path, from);
    this.#search.keep(moved);
    for (const pieces of parts) this.#parts.push(new PartLinks(pieces));
    for (const [path, own, placed, was] of pages) {
      this.#ledger.addPage(path, { own, parts: placed.map(([part, as]) => this.#placed(part, as)), was });
    }
    for (const entry of entries) this.#search.add(entry);
  }

  searchFiles(): Iterable<SearchFile> {
    return this.#search.files();
  }

  /** Where entries lead whose page goes on elsewhere, or has no row for them. */
  moved(): Moved[] {
    return this.#search.moved();
  }

  broken(): BrokenLink[] {
    return this.#ledger.broken();
  }

  #placed(part: number, as: string): PlacedLinks {
    const links = this.#parts[part];
    if (!links) throw new Error(`Part ${part} was not told before its page.`);
    return { links, as };
  }
}
