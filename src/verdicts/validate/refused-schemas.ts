import type { Documents } from "#documents";
import type { Node, Place } from "#text";
import { nodesAt } from "#text";

/** The values that hold one of some places, or a reference to a value that does: a schema among them has an error. */
export function holdersOf(places: readonly Place[], documents: Documents): ReadonlySet<Node> {
  const holders = new Set<Node>();
  if (places.length === 0) return holders;
  const uses = new Map<Node | undefined, Place[]>();
  for (const { target, from } of documents.edges) {
    const before = uses.get(target);
    if (before) before.push(from);
    else uses.set(target, [from]);
  }
  const pending: Place[] = [...places];
  const enter = (node: Node): void => {
    if (holders.has(node)) return;
    holders.add(node);
    for (const use of uses.get(node) ?? []) pending.push(use);
  };
  for (let place = pending.pop(); place; place = pending.pop()) {
    const root = documents.rootOf(place.file);
    if (root) nodesAt(root, place).forEach(enter);
  }
  return holders;
}
