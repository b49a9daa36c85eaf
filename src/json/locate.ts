import type { Node, Place } from "./node.ts";
import { formatPointer } from "./pointer.ts";

/** Whether a place lies wholly inside another of the same text. */
function contains(outer: Place, inner: Place): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The child of a node whose key or value holds the place, with its token. Children stand in text order, aliases apart. */
function step(node: Node, place: Place): { token: string; node: Node } | undefined {
  if (node.kind === "map") {
    const entry = node.entries.find((each) => contains(each, place) || contains(each.value, place));
    return entry && { token: entry.key, node: entry.value };
  }
  if (node.kind !== "list") return undefined;
  const index = node.items.findIndex((item) => contains(item, place));
  const item = node.items[index];
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
