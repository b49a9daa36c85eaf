import type { Node } from "#text";

/** Whether two values are the same: keys in the same order, numbers digit for digit. Pairs that aliases repeat are compared once. */
export function sameValue(first: Node, second: Node): boolean {
  const seen = new Map<Node, Node>();
  const open: (readonly [Node, Node])[] = [[first, second]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b || seen.get(a) === b) continue;
    seen.set(a, b);
    const inside = pairsOf(a, b);
    if (!inside) return false;
    for (const each of inside) open.push(each);
  }
  return true;
}

type Pairs = readonly (readonly [Node, Node])[];

/** The pairs of values inside of two values; `undefined` where they differ themselves. */
function pairsOf(a: Node, b: Node): Pairs | undefined {
  if (a.kind === "map" && b.kind === "map") {
    if (a.entries.length !== b.entries.length) return undefined;
    const pairs = a.entries.map((entry, index) => ({ entry, other: b.entries[index] }));
    if (!pairs.every(({ entry, other }) => entry.key === other?.key)) return undefined;
    return pairs.flatMap(({ entry, other }) => (other ? [[entry.value, other.value] as const] : []));
  }
  if (a.kind === "list" && b.kind === "list") {
    const { items } = b;
    return a.items.length === items.length
      ? a.items.flatMap((item, index) => (items[index] ? [[item, items[index]] as const] : []))
      : undefined;
  }
  return sameScalar(a, b) ? [] : undefined;
}

function sameScalar(a: Node, b: Node): boolean {
  if (a.kind === "number" && b.kind === "number") return a.raw === b.raw;
  if ((a.kind === "string" && b.kind === "string") || (a.kind === "boolean" && b.kind === "boolean")) return a.value === b.value;
  return a.kind === "null" && b.kind === "null";
}
