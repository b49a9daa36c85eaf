import type { SearchEntry } from "#pages";

/** The text of a part that several pages show, split where they differ. All of them refer to the same object. */
export interface PartText {
  readonly pieces: readonly string[];
}

/** A page as its own text, split between tags, and the parts it shares with others. `as` is what the page inserts where a part is split. */
export interface PageTexts {
  readonly own: readonly string[];
  readonly parts: readonly { readonly text: PartText; readonly as: string }[];
}

/** A page as plain data, with the numbers of its parts. */
type BatchedPage = readonly [path: string, own: readonly string[], parts: readonly (readonly [part: number, as: string])[]];

/** Pages and files as data that can be sent to a thread. */
export interface LinkBatch {
  readonly files: readonly string[];
  /** Parts that were not sent before. Their numbers continue those of earlier batches. */
  readonly parts: readonly PartText["pieces"][];
  readonly pages: readonly BatchedPage[];
  readonly entries: readonly SearchEntry[];
}

const sum = (texts: readonly string[]): number => texts.reduce((length, text) => length + text.length, 0);

/** Collects pages and files into batches. A part is sent once. */
export class LinkBatches {
  readonly #numbers = new WeakMap<PartText, number>();
  #count = 0;
  #files: string[] = [];
  #parts: PartText["pieces"][] = [];
  #pages: BatchedPage[] = [];
  #entries: SearchEntry[] = [];
  #characters = 0;

  /** The approximate number of characters collected. */
  get characters(): number {
    return this.#characters;
  }

  addFile(path: string): void {
    this.#files.push(path);
    this.#characters += path.length;
  }

  addPage(path: string, { own, parts }: PageTexts): void {
    const placed = parts.map(({ text, as }): [number, string] => [this.#numberOf(text), as]);
    this.#pages.push([path, own, placed]);
    this.#characters += sum(own);
  }

  addEntry(entry: SearchEntry): void {
    this.#entries.push(entry);
    this.#characters += entry.title.length + entry.context.length + entry.href.length + entry.text.length + sum(entry.names);
  }

  /** Returns what was collected, and starts an empty batch. */
  take(): LinkBatch {
    const taken = {
      files: this.#files,
      parts: this.#parts,
      pages: this.#pages,
      entries: this.#entries,
    };
    this.#files = [];
    this.#parts = [];
    this.#pages = [];
    this.#entries = [];
    this.#characters = 0;
    return taken;
  }

  #numberOf(text: PartText): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#count;
    this.#count += 1;
    this.#numbers.set(text, number);
    this.#parts.push(text.pieces);
    this.#characters += sum(text.pieces);
    return number;
  }
}
