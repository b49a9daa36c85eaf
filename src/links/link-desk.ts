import type { SearchFile } from "#search";
import type { LinkBatch } from "./link-batches.ts";
import type { BrokenLink } from "./link-ledger.ts";
import { LinkLedger } from "./link-ledger.ts";
import { LinkedSearch } from "./linked-search.ts";
import { PartLinks, type PlacedLinks } from "./part-links.ts";

/** Takes what was told of a site, and answers for it. */
export class LinkDesk {
  readonly #ledger: LinkLedger;
  readonly #search: LinkedSearch;
  readonly #parts: PartLinks[] = [];
  readonly #read: (from: string) => string;

  /** @param read what a file holds that stands somewhere already */
  constructor(read: (from: string) => string) {
    this.#read = read;
    this.#ledger = new LinkLedger(read);
    this.#search = new LinkedSearch(this.#ledger);
  }

  take({ files, parts, pages, kept, index, entries, replaced }: LinkBatch): void {
    for (const path of files) this.#ledger.addFile(path);
    for (const [path, from] of kept) this.#ledger.addKept(path, from);
    for (const pieces of parts) this.#parts.push(new PartLinks(pieces));
    for (const [path, own, placed, was] of pages) {
      this.#ledger.addPage(path, { own, parts: placed.map(([part, as]) => this.#placed(part, as)), was });
    }
    if (index.length > 0) this.#search.begin(index.map(this.#read));
    for (const entry of entries) this.#search.add(entry);
    for (const [number, entry] of replaced) this.#search.replace(number, entry);
  }

  searchFiles(): Iterable<SearchFile> {
    return this.#search.files();
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
