import type { SearchEntry, SearchFile, SearchSlice } from "#pages";
import type { PageTexts } from "./link-batches.ts";
import { LinkBatches } from "./link-batches.ts";
import { LinkDesk } from "./link-desk.ts";
import type { BrokenLink } from "./link-ledger.ts";

/** Where more is on its way than is good: when to go on. */
export type Backpressure = Promise<unknown> | undefined;

/**
 * What is told of a site while it is made, and asked when all is: first the pages, then the entries of the search, and other files at
 * any time.
 */
export interface Links {
  /** A file that is not a page, and has no anchors. */
  addFile(path: string): void;
  addPage(path: string, page: PageTexts): Backpressure;
  addEntry(entry: SearchEntry): Backpressure;
  /** The files of the search index, in which every hit leads to an anchor that is there. */
  searchFiles(): Promise<Iterable<SearchFile>>;
  /** All links that lead nowhere, once every file is known. */
  broken(): Promise<readonly BrokenLink[]>;
}

/** Links that are looked for right here, with each page. */
export class OwnLinks implements Links {
  readonly #told = new LinkBatches();
  readonly #desk = new LinkDesk();

  addFile(path: string): void {
    this.#told.addFile(path);
  }

  addPage(path: string, page: PageTexts): Backpressure {
    this.#told.addPage(path, page);
    return this.#hand();
  }

  addEntry(entry: SearchEntry): Backpressure {
    this.#told.addEntry(entry);
    return this.#hand();
  }

  searchFiles(): Promise<Iterable<SearchFile>> {
    this.#hand();
    return Promise.resolve(this.#desk.searchFiles());
  }

  /** The search index for another to take. */
  searchSlice(): SearchSlice {
    this.#hand();
    return this.#desk.searchSlice();
  }

  broken(): Promise<readonly BrokenLink[]> {
    this.#hand();
    return Promise.resolve(this.#desk.broken());
  }

  #hand(): undefined {
    this.#desk.take(this.#told.take());
  }
}
