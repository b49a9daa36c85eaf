import type { SearchFile, SearchSlice } from "#pages";
import type { LinkBatch } from "./link-batches.ts";
import type { BrokenLink } from "./link-ledger.ts";
import { LinkLedger } from "./link-ledger.ts";
import { LinkedSearch } from "./linked-search.ts";
import { PartLinks, type PartOccurrence } from "./part-links.ts";

/** Receives batches, and answers requests about the links in them. */
export class LinkDesk {
  readonly #ledger = new LinkLedger();
  readonly #search = new LinkedSearch(this.#ledger);
  readonly #parts: PartLinks[] = [];

  take({ files, parts, pages, entries }: LinkBatch): void {
    for (const path of files) this.#ledger.addFile(path);
    for (const pieces of parts) this.#parts.push(new PartLinks(pieces));
    for (const [path, own, placed] of pages) {
      this.#ledger.addPage(path, { own, parts: placed.map(([part, as]) => this.#placed(part, as)) });
    }
    for (const entry of entries) this.#search.add(entry);
  }

  searchFiles(): Iterable<SearchFile> {
    return this.#search.files();
  }

  searchSlice(): SearchSlice {
    return this.#search.slice();
  }

  broken(): BrokenLink[] {
    return this.#ledger.broken();
  }

  #placed(part: number, as: string): PartOccurrence {
    const links = this.#parts[part];
    if (!links) throw new Error(`Part ${part} was not told before its page.`);
    return { links, as };
  }
}
