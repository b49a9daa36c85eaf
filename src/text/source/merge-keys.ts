import type { Entry, MapNode, Node } from "../json/index.ts";

/** What `<<` may copy in one text: a few lines of it can otherwise stand for billions of entries. */
const MOST = 1_000_000;

/** One `<<` of a map under construction: what it names, and how many entries stood before it. */
export interface Merge {
  readonly from: Node;
  readonly before: number;
}

/** The maps that the value of `<<` names: one, or a list of them; `undefined` where it is anything else, and so an ordinary key. */
export function mergeSources(value: Node): readonly MapNode[] | undefined {
  if (value.kind === "map") return [value];
  if (value.kind !== "list") return undefined;
  const maps = value.items.filter((item) => item.kind === "map");
  return maps.length === value.items.length ? [...new Set(maps)] : undefined;
}

/**
 * The entries of a map with those that `<<` names put where it stands (https://yaml.org/type/merge.html): the map's own
 * keys win, then the earlier source. Entries are shared, not copied. `undefined` when the budget is used up.
 */
export class MergeKeys {
  private copied = 0;

  apply(own: readonly Entry[], merges: readonly Merge[]): Entry[] | undefined {
    const taken = new Set(own.map((entry) => entry.key));
    const result: Entry[] = [];
    let at = 0;
    for (const { from, before } of merges) {
      for (const entry of slice(own, at, before)) result.push(entry);
      at = before;
      for (const source of mergeSources(from) ?? []) {
        this.copied += source.entries.length;
        if (this.copied > MOST) return undefined;
        for (const entry of source.entries.filter(({ key }) => !taken.has(key))) result.push(entry);
        for (const { key } of source.entries) taken.add(key);
      }
    }
    for (const entry of slice(own, at, own.length)) result.push(entry);
    return result;
  }
}

function slice(entries: readonly Entry[], start: number, end: number): readonly Entry[] {
  return start === 0 && end === entries.length ? entries : entries.slice(start, end);
}
