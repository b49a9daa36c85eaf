import type { Entry, Node, Place } from "./node.ts";
import { partitionPoint } from "./partition-point.ts";
import { formatPointer } from "./pointer.ts";

/** Whether a place lies wholly inside another of the same text. */
function contains(outer: Place, inner: Place): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The index of the last of some places in text order that starts at an offset or before it; 0 where none does. */
export function lastBefore(places: readonly Pick<Place, "start">[], offset: number): number {
  return Math.max(0, partitionPoint(places.length, (index) => (places[index]?.start ?? 0) <= offset) - 1);
}

/** The first of a node's children that holds the place: looked up where it would stand in text order, searched for past aliases. */
function indexOf(children: readonly Place[], offset: number, holds: (index: number) => boolean): number {
  const likely = lastBefore(children, offset);
  return holds(likely) ? likely : children.findIndex((_, index) => holds(index));
}

/** The child of a node whose key or value holds the place, with its token, and its key where it has one. */
function step(node: Node, place: Place): { token: string; node: Node; entry?: Entry } | undefined {
  if (node.kind === "map") {
    const { entries } = node;
    const holds = (each: Entry | undefined): boolean => each !== undefined && (contains(each, place) || contains(each.value, place));
    const entry = entries[indexOf(entries, place.start, (index) => holds(entries[index]))];
    return entry && { token: entry.key, node: entry.value, entry };
  }
  if (node.kind !== "list") return undefined;
  const { items } = node;
  const index = indexOf(items, place.start, (at) => items[at] !== undefined && contains(items[at], place));
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

/** The key of which a node below `root` is the value; `undefined` for an item of a list, and for the root itself. */
export function keyAt(root: Node, node: Node): Entry | undefined {
  let next = step(root, node);
  while (next && next.node !== node) next = step(next.node, node);
  return next?.entry;
}
