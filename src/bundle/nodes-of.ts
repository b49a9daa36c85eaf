import type { Node } from "#json";

/** The most values of a bundled document, those that aliases repeat counted as often as they are repeated. */
export const MOST = 5_000_000;

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === "map") return node.entries.map(({ value }) => value);
  return node.kind === "list" ? node.items : [];
}

/** How many values there are in a tree once every alias is written out. Each node is counted once, so that this is quick for any. */
export function nodesOf(root: Node): number {
  const counts = new Map<Node, number>();
  const open = [root];
  for (let node = open.at(-1); node; node = open.at(-1)) {
    const inside = childrenOf(node);
    const unknown = counts.has(node) ? [] : inside.filter((each) => !counts.has(each) && (each.kind === "map" || each.kind === "list"));
    for (const each of unknown) open.push(each);
    if (unknown.length > 0) continue;
    counts.set(
      node,
      inside.reduce((sum, each) => sum + (counts.get(each) ?? 1), 1),
    );
    open.pop();
  }
  return counts.get(root) ?? 1;
}
