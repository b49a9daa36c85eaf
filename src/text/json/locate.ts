import type { Entry, Node, Place } from "./node.ts";
import { formatPointer } from "./pointer.ts";

/** How many of so many things come before a point: those for which it is said. They come before all others. */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a place lies wholly inside another of the same text. */
function contains(outer: Pick<Place, "start" | "end">, inner: Place): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The index of the last of some places in text order that starts at an offset or before it; 0 where none does. */
export function lastBefore(places: readonly Pick<Place, "start">[], offset: number): number {
  return Math.max(0, partitionPoint(places.length, (index) => (places[index]?.start ?? 0) <= offset) - 1);
}

/** The text that a child of a node covers, with the narrowest of the others that surrounds it: an alias may stand for what lies around another. */
interface Range {
  readonly start: number;
  readonly end: number;
  /** Of the first child that covers it. */
  readonly index: number;
  readonly around: Range | undefined;
}

const ranges = new WeakMap<Node, readonly Range[]>();

/** The ranges of a node's keys, values and items in text order. Ranges are those of nodes, so they are nested or apart. */
function rangesOf(node: Node): readonly Range[] {
  const known = ranges.get(node);
  if (known) return known;
  const children = node.kind === "map" ? node.entries.flatMap((entry) => [entry, entry.value]) : node.kind === "list" ? node.items : [];
  const each = node.kind === "map" ? 2 : 1;
  const sorted = children
    .map(({ start, end }, at) => ({ start, end, index: Math.floor(at / each) }))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);
  const found: Range[] = [];
  for (const own of sorted) {
    let around = found.at(-1);
    if (around?.start === own.start && around.end === own.end) continue;
    while (around && around.end <= own.start) around = around.around;
    found.push({ ...own, around });
  }
  ranges.set(node, found);
  return found;
}

/** The first child that covers a place, where what stands in text order there does not: past aliases. */
function indexAmong(node: Node, place: Place): number {
  const all = rangesOf(node);
  const last = partitionPoint(all.length, (index) => (all[index]?.start ?? 0) <= place.start) - 1;
  let found = -1;
  for (let range = all[last]; range; range = range.around) {
    if (contains(range, place) && (found === -1 || range.index < found)) found = range.index;
  }
  return found;
}

/** The child of a node that holds a place: looked up where it would stand in text order, else among the ranges of all. */
function indexOf(node: Node, place: Place, { children, holds }: { children: readonly Place[]; holds: (index: number) => boolean }): number {
  const likely = lastBefore(children, place.start);
  return holds(likely) ? likely : indexAmong(node, place);
}

/** The child of a node whose key or value holds the place, with its token, and its key where it has one. */
function step(node: Node, place: Place): { token: string; node: Node; entry?: Entry } | undefined {
  if (node.kind === "map") {
    const { entries } = node;
    const holds = (each: Entry | undefined): boolean => each !== undefined && (contains(each, place) || contains(each.value, place));
    const entry = entries[indexOf(node, place, { children: entries, holds: (index) => holds(entries[index]) })];
    return entry && { token: entry.key, node: entry.value, entry };
  }
  if (node.kind !== "list") return undefined;
  const { items } = node;
  const index = indexOf(node, place, { children: items, holds: (at) => items[at] !== undefined && contains(items[at], place) });
  const item = items[index];
  return item && { token: String(index), node: item };
}

/**
 * The JSON Pointer (RFC 6901, without `#`) of the deepest value or key of `root` that holds a place;
 * the empty pointer where nothing below the root does.
 */
export function pointerAt(root: Node, place: Place): string {
  const tokens: string[] = [];
  let node = root;
  for (;;) {
    const next = step(node, place);
    if (!next) return formatPointer(tokens);
    tokens.push(next.token);
    node = next.node;
  }
}

/** The values that hold a place, from `root` to the innermost. */
export function nodesAt(root: Node, place: Place): readonly Node[] {
  const nodes = [root];
  for (let next = step(root, place); next; next = step(next.node, place)) nodes.push(next.node);
  return nodes;
}

/** The key of which a node below `root` is the value; `undefined` for an item of a list, and for the root itself. */
export function keyAt(root: Node, node: Node): Entry | undefined {
  let next = step(root, node);
  while (next && next.node !== node) next = step(next.node, node);
  return next?.entry;
}
