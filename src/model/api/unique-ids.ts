import type { NameCandidate } from "../normalize/index.ts";

/** What is added to a longer name is added to its beginning: engines do not tell apart by their hashes what is longer than some 16,000. */
const LONGEST = 10_000;

/**
 * One id for each, unique: the better right first (rank, then order) keeps the name as it is, every further one gets
 * the first free of `.2`, `.3` … Duplicates are reported elsewhere; here they only must not share a page.
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
