import type { SearchEntry, SearchFile, SearchSlice } from "#pages";
import type { PageTexts } from "./link-batches.ts";
import { LinkBatches } from "./link-batches.ts";
import { LinkDesk } from "./link-desk.ts";
import type { BrokenLink } from "./link-ledger.ts";

/** A promise to wait for before sending more, if too much is waiting; otherwise `undefined`. */
export type Backpressure = Promise<unknown> | undefined;

/** Verifies links. Add the pages first, then the entries of the search; other files at any time. Ask for results at the end. */
export interface Links {
  /** Adds a file that is not searched. After `#`, it names an anchor of the file. */
  addFile(path: string): void;
  addPage(path: string, page: PageTexts): Backpressure;
  addEntry(entry: SearchEntry): Backpressure;
  /** The files of the search index. Every hit in it leads to an anchor that exists. */
  searchFiles(): Promise<Iterable<SearchFile>>;
  /** All links without a target, after all files were added. */
  broken(): Promise<readonly BrokenLink[]>;
}

/** Verifies links in this thread, page by page. */
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

  /** The search entries, to be merged into another index. */
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
