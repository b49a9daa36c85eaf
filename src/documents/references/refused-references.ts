import type { MapNode, Node } from "#text";
import type { Resolver } from "./resolver.ts";

/** The references from one on, as far as something is known of the next. */
function chainFrom(start: MapNode, known: (node: MapNode) => boolean, resolver: Resolver): { chain: Set<MapNode>; end: Node | undefined } {
  const chain = new Set<MapNode>();
  let at: Node | undefined = start;
  while (at?.kind === "map" && !known(at) && !chain.has(at)) {
    chain.add(at);
    at = resolver.stepOf(at)?.node;
  }
  return { chain, end: at };
}

/** The references that may not be followed: the refused ones, and every one that leads to one of them. */
export function allRefused(references: readonly MapNode[], refused: ReadonlySet<MapNode>, resolver: Resolver): ReadonlySet<MapNode> {
  if (refused.size === 0) return refused;
  const bad = new Set(refused);
  const fine = new Set<MapNode>();
  for (const reference of references) {
    const { chain, end } = chainFrom(reference, (node) => bad.has(node) || fine.has(node), resolver);
    const found = end?.kind === "map" && bad.has(end) ? bad : fine;
    for (const node of chain) found.add(node);
  }
  return bad;
}
