import type { Node } from "./node.ts";

/**
 * Whether a value has at most so many values in it, aliases counted wherever they stand; `weigh` says of each for how many it counts.
 */
export function fits(node: Node, most: number, weigh: (node: Node) => number = () => 1): boolean {
  const open: Node[] = [node];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    count += weigh(next);
    // A long list is not even looked through.
    if (count > most || (next.kind === "map" ? next.entries : next.kind === "list" ? next.items : []).length > most) return false;
    if (next.kind === "map") for (const { value } of next.entries) open.push(value);
    else if (next.kind === "list") for (const item of next.items) open.push(item);
  }
  return true;
}
