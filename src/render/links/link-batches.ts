import type { SearchEntry } from "#pages";

/** A text that several pages show, cut where they differ. It is the same object on each of them. */
export interface PartText {
  readonly pieces: readonly string[];
}

/** A page's own text in pieces, cut between tags, and the parts that it shares with others, with what it puts where these are cut. */
export interface PageTexts {
  readonly own: readonly string[];
  readonly parts: readonly { readonly text: PartText; readonly as: string }[];
}

/** A page as data: each part by its number. */
type BatchedPage = readonly [path: string, own: readonly string[], parts: readonly (readonly [part: number, as: string])[]];

/** What was told of a site, as data that may go to a thread. */
export interface LinkBatch {
  readonly files: readonly string[];
  /** Parts that were not told before, numbered on. */
  readonly parts: readonly PartText["pieces"][];
  readonly pages: readonly BatchedPage[];
  readonly entries: readonly SearchEntry[];
}

const sum = (texts: readonly string[]): number => texts.reduce((length, text) => length + text.length, 0);

/** Collects what is told of a site as data. A part is told once. */
export class LinkBatches {
  readonly #numbers = new WeakMap<PartText, number>();
  #count = 0;
  #files: string[] = [];
  #parts: PartText["pieces"][] = [];
  #pages: BatchedPage[] = [];
  #entries: SearchEntry[] = [];
  #characters = 0;

  /** How many characters wait, about. */
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

  /** What waits. Nothing does afterwards. */
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
