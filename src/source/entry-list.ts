import type { Entry } from "#json";

/** Up to this many keys are compared one by one; beyond, an index keeps it linear. */
const INDEX_FROM = 10;

/** The entries of a map under construction: the first of a key stays. */
export class EntryList {
  readonly entries: Entry[] = [];
  private index: Map<string, Entry> | undefined;

  /** The entry that holds a key already. */
  find(key: string): Entry | undefined {
    if (this.entries.length < INDEX_FROM) return this.entries.find((entry) => entry.key === key);
    this.index ??= new Map(this.entries.map((entry) => [entry.key, entry]));
    return this.index.get(key);
  }

  /** Adds an entry, or gives the earlier one of the same key. */
  add(entry: Entry): Entry | undefined {
    const earlier = this.find(entry.key);
    if (earlier) return earlier;
    this.entries.push(entry);
    this.index?.set(entry.key, entry);
    return undefined;
  }
}
