import type { Entry, Node, TextFile } from "#json";
import { entriesOf } from "#json";
import { isTree } from "./is-tree.ts";

/** A stretch of a file. The tiles of a file are all of its text, without a gap. */
export interface Tile {
  /** The keys that lead to what is written there; empty for what stands before the first key. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The value under the last key, where all of it is written here; of a file that is one tile its whole value. */
  readonly node?: Node;
}

/** Fields of a document whose entries are parts of their own, and how many maps deep these are. */
const DEPTH: ReadonlyMap<string, number> = new Map([
  ["servers", 1],
  ["channels", 1],
  ["operations", 1],
  ["components", 2],
]);

type Start = Omit<Tile, "end">;

interface Below {
  readonly path: readonly string[];
  readonly depth: number;
}

function addStarts(starts: Start[], { start, value }: Entry, { path, depth }: Below): void {
  const inside = depth > 0 ? entriesOf(value) : [];
  starts.push(inside.length > 0 ? { path, start } : { path, start, node: value });
  for (const each of inside) addStarts(starts, each, { path: [...path, each.key], depth: depth - 1 });
}

function startsOf(root: Node): Start[] {
  const starts: Start[] = [{ path: [], start: 0 }];
  for (const entry of entriesOf(root)) addStarts(starts, entry, { path: [entry.key], depth: DEPTH.get(entry.key) ?? 0 });
  return starts;
}

/**
 * A file as its channels, operations, servers and components, and its other fields: each from its key to the next key, comments
 * and blank lines included. A file in which aliases put values elsewhere is one tile.
 */
export function tilesOf(file: TextFile, root: Node): readonly Tile[] {
  const starts = root.kind === "map" && isTree(file, root) ? startsOf(root) : [{ path: [], start: 0, node: root }];
  return starts.map((each, index) => ({ ...each, end: starts[index + 1]?.start ?? file.text.length }));
}
