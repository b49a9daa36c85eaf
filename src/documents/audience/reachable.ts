import type { Node } from "#text";

/** Maps and lists that can be reached from the root, through references. */
export function reachable(root: Node, follow: (node: Node) => Node | undefined): ReadonlySet<Node> {
  const seen = new Set<Node>();
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node) || (node.kind !== "map" && node.kind !== "list")) continue;
    seen.add(node);
    const target = follow(node);
    if (target && target !== node) open.push(target);
    for (const item of node.kind === "map" ? node.entries : node.items) open.push("key" in item ? item.value : item);
  }
  return seen;
}
