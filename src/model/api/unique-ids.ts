import type { NameCandidate } from "../normalize/index.ts";

/** A suffix to a longer name is put at its beginning: engines do not hash strings of more than about 16,000 characters by their end. */
const LONGEST = 10_000;

/**
 * Gives each candidate a unique id. The one with the lowest rank, and among these the first, keeps its name; others get the first free
 * suffix of `.2`, `.3` and so on. Duplicates are reported elsewhere; here they only must not share a page.
 */
export function uniqueIds<T extends NameCandidate>(named: readonly T[]): ReadonlyMap<T, string> {
  const byRight = named.toSorted((a, b) => a.rank - b.rank);
  const ids = new Map<T, string>();
  const taken = new Set<string>();
  for (const each of byRight) {
    if (taken.has(each.id)) continue;
    taken.add(each.id);
    ids.set(each, each.id);
  }
  const counts = new Map<string, number>();
  for (const each of byRight) {
    if (ids.has(each)) continue;
    const name = each.id.slice(0, LONGEST);
    let count = counts.get(name) ?? 1;
    do count += 1;
    while (taken.has(`${name}.${count}`));
    counts.set(name, count);
    taken.add(`${name}.${count}`);
    ids.set(each, `${name}.${count}`);
  }
  return ids;
}
