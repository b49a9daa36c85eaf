import type { Entry, MapNode, Node } from "#text";
import { entryOf, mergePatch } from "#text";

/** The most entries that all merges of one document may write: far more than people write, but still cheap. */
const MOST_ENTRIES = 2_000_000;

/** The rules of a merge, and its remaining budget. */
export interface TraitMergeContext {
  /** Which value wins if both sides have the field: the trait's (2.x, draft) or the object's (released 3.x). */
  readonly wins: "trait" | "object";
  readonly follow: (node: Node) => Node | undefined;
  entriesLeft: number;
}

export function merging(wins: TraitMergeContext["wins"], follow: TraitMergeContext["follow"]): TraitMergeContext {
  return { wins, follow, entriesLeft: MOST_ENTRIES };
}

/** Results by the two maps merged; `null` while one is being made, because references may lead back into it. */
type MergeResults = Map<MapNode, Map<MapNode, MapNode | null>>;

/**
 * A merge patch (RFC 7396) through references. If both sides are objects, references of both are followed and their targets merged, so
 * a `$ref` never gets siblings. A reference on one side only stays a reference. If the object wins, a trait only fills gaps, and its
 * nulls delete nothing. Recursive pairs of schemas, and what exceeds the budget, are not merged: the winner is taken as it is.
 */
export function merge(target: Node, patch: Node, how: TraitMergeContext): Node {
  return mergeValues(target, patch, { how, memo: new Map(), depth: 0 });
}

interface MergeStep {
  readonly how: TraitMergeContext;
  readonly memo: MergeResults;
  readonly depth: number;
}

/** The deepest nesting that one merge follows, here also through references. It is the same as for a document. */
const DEEPEST = 200;

function mergeValues(target: Node, patch: Node, work: MergeStep): Node {
  const { wins, follow } = work.how;
  const below = follow(target);
  const above = follow(patch);
  if (below?.kind !== "map" || above?.kind !== "map") return alone(target, patch, wins);
  if (below === above) return target;
  let results = work.memo.get(below);
  if (!results) {
    results = new Map();
    work.memo.set(below, results);
  }
  const known = results.get(above);
  if (known) return known;
  if (known === null || !affords(below, above, work)) return wins === "trait" ? patch : target;
  results.set(above, null);
  const merged = mergeMaps(below, above, { ...work, depth: work.depth + 1 });
  results.set(above, merged);
  return merged === below ? target : merged;
}

function affords(below: MapNode, above: MapNode, { how, depth }: MergeStep): boolean {
  how.entriesLeft -= below.entries.length + above.entries.length;
  return how.entriesLeft >= 0 && depth <= DEEPEST;
}

/** The winner's value, for pairs that are not merged. A patch written inline loses its nulls; one behind a reference stays as it is. */
function alone(target: Node, patch: Node, wins: TraitMergeContext["wins"]): Node {
  return wins === "trait" ? mergePatch(undefined, patch) : target;
}

function mergeMaps(below: MapNode, above: MapNode, work: MergeStep): MapNode {
  const merged = new Map<string, Entry>(below.entries.map((entry) => [entry.key, entry]));
  let changed = false;
  for (const entry of above.entries) {
    const old = entryOf(below, entry.key);
    const fresh = mergeEntry(old, entry, work);
    if (fresh === old) continue;
    changed = true;
    if (fresh) merged.set(entry.key, fresh);
    else merged.delete(entry.key);
  }
  if (!changed) return below;
  return { kind: "map", file: below.file, start: below.start, end: below.end, entries: [...merged.values()] };
}

/** The entry of a key after the merge; `undefined` if it is removed. */
function mergeEntry(old: Entry | undefined, entry: Entry, work: MergeStep): Entry | undefined {
  if (entry.value.kind === "null") return work.how.wins === "trait" ? undefined : old;
  if (!old) return { ...entry, value: mergePatch(undefined, entry.value) };
  const value = mergeValues(old.value, entry.value, work);
  if (value === old.value) return old;
  return { ...(work.how.wins === "trait" ? entry : old), value };
}
