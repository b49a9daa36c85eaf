import type { Entry } from "../json/index.ts";

/** Up to this many keys are compared one by one; beyond, an index keeps it linear. */
const INDEX_FROM = 10;

/** The entries of a map under construction: of a key that stands there twice the last one counts, as in other programs. */
export class EntryList {
  private readonly all: Entry[] = [];
  private index: Map<string, Entry> | undefined;
  /** The first entries of keys that stand there more than once. */
  private readonly firsts = new Map<string, Entry>();
  private readonly replaced = new Set<Entry>();

  /** In text order. */
  get entries(): readonly Entry[] {
    return this.replaced.size === 0 ? this.all : this.all.filter((entry) => !this.replaced.has(entry));
  }

  get count(): number {
    return this.all.length - this.replaced.size;
  }

  private find(key: string): Entry | undefined {
    if (this.all.length < INDEX_FROM) return this.all.findLast((entry) => entry.key === key);
    this.index ??= new Map(this.all.map((entry) => [entry.key, entry]));
    return this.index.get(key);
  }

  /** Adds an entry, and gives the first one of the same key. */
  add(entry: Entry): Entry | undefined {
    const earlier = this.find(entry.key);
    this.all.push(entry);
    this.index?.set(entry.key, entry);
    if (!earlier) return undefined;
    this.replaced.add(earlier);
    const first = this.firsts.get(entry.key) ?? earlier;
    this.firsts.set(entry.key, first);
    return first;
  }
}
