import type { SearchEntry } from "#search";

/** A text that several pages show, cut where they differ. It is the same object on each of them. */
export interface PartText {
  readonly pieces: readonly string[];
}

/** A page's own text in pieces, cut between tags, and the parts that it shares with others, with what it puts where these are cut. */
export interface PageTexts {
  readonly own: readonly string[];
  readonly parts: readonly { readonly text: PartText; readonly as: string }[];
  /** Where it stands as an earlier run made it, when others are kept as they were. */
  readonly was?: string | undefined;
}

/** A page as data: each part by its number. */
type ToldPage = readonly [path: string, own: readonly string[], parts: readonly (readonly [part: number, as: string])[], was?: string];

/** What was told of a site, as data that may go to a thread. */
export interface LinkBatch {
  readonly files: readonly string[];
  /** Parts that were not told before, numbered on. */
  readonly parts: readonly PartText["pieces"][];
  readonly pages: readonly ToldPage[];
  /** Pages that stand as they are, and where. */
  readonly kept: readonly (readonly [path: string, from: string])[];
  /** Where the files of an earlier search index stand. */
  readonly index: readonly string[];
  readonly entries: readonly SearchEntry[];
  /** Entries of the earlier index that are others now, by number. */
  readonly replaced: readonly (readonly [number: number, entry: SearchEntry])[];
}

const sum = (texts: readonly string[]): number => texts.reduce((length, text) => length + text.length, 0);

/** Collects what is told of a site as data. A part is told once. */
export class LinkBatches {
  readonly #numbers = new WeakMap<PartText, number>();
  #count = 0;
  #files: string[] = [];
  #parts: PartText["pieces"][] = [];
  #pages: ToldPage[] = [];
  #kept: (readonly [string, string])[] = [];
  #index: readonly string[] = [];
  #entries: SearchEntry[] = [];
  #replaced: (readonly [number, SearchEntry])[] = [];
  #characters = 0;

  /** How many characters wait, about. */
  get characters(): number {
    return this.#characters;
  }

  addFile(path: string): void {
    this.#files.push(path);
    this.#characters += path.length;
  }

  addPage(path: string, { own, parts, was }: PageTexts): void {
    const placed = parts.map(({ text, as }): [number, string] => [this.#numberOf(text), as]);
    this.#pages.push(was === undefined ? [path, own, placed] : [path, own, placed, was]);
    this.#characters += sum(own);
  }

  addKept(path: string, from: string): void {
    this.#kept.push([path, from]);
    this.#characters += path.length + from.length;
  }

  beginIndex(index: readonly string[]): void {
    this.#index = index;
  }

  addEntry(entry: SearchEntry): void {
    this.#entries.push(entry);
    this.#characters += entry.title.length + entry.context.length + entry.href.length + entry.text.length + sum(entry.names);
  }

  replaceEntry(number: number, entry: SearchEntry): void {
    this.#replaced.push([number, entry]);
  }

  /** What waits. Nothing does afterwards. */
  take(): LinkBatch {
    const taken = {
      files: this.#files,
      parts: this.#parts,
      pages: this.#pages,
      kept: this.#kept,
      index: this.#index,
      entries: this.#entries,
      replaced: this.#replaced,
    };
    this.#files = [];
    this.#parts = [];
    this.#pages = [];
    this.#kept = [];
    this.#index = [];
    this.#entries = [];
    this.#replaced = [];
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
