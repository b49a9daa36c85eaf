import type { Documents } from "#documents";
import type { Node, Place } from "#text";
import { nodesAt, childrenOf } from "#text";

/** The places that use a value written elsewhere, by the value. */
type UsePlaces = Map<Node | undefined, Place[]>;

function addUse(uses: UsePlaces, node: Node | undefined, from: Place): void {
  const before = uses.get(node);
  if (before) before.push(from);
  else uses.set(node, [from]);
}

/** Adds the uses by YAML aliases: an aliased value lies outside of the node that contains it. */
function addAliases(root: Node, uses: UsePlaces): void {
  const seen = new Set([root]);
  for (const node of seen) {
    for (const child of childrenOf(node)) {
      if (child.start < node.start || child.end > node.end) addUse(uses, child, node);
      if (child.kind === "map" || child.kind === "list") seen.add(child);
    }
  }
}

/** All nodes that contain one of some places, directly or by reference. A schema among them has an error. */
export function holdersOf(places: readonly Place[], documents: Documents): ReadonlySet<Node> {
  const holders = new Set<Node>();
  if (places.length === 0) return holders;
  const uses: UsePlaces = new Map();
  for (const { target, from } of documents.edges) addUse(uses, target, from);
  for (const file of documents.files) {
    const root = documents.rootOf(file);
    if (root) addAliases(root, uses);
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
