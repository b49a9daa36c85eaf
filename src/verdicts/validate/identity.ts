import type { ListNode, Node } from "#text";
import { decimalKey, decimalOf } from "#text";

/**
 * Numbers values. Two values have the same number exactly if they are equal in JSON Schema: `1`, `1.0` and `1e0` are one value, and key
 * order does not count. Each node is read once, so a small file of aliases stays cheap.
 */
export interface Identities {
  of(node: Node): number;
  /** The numbers of all items of a list, computed once. */
  list(list: ListNode): ReadonlySet<number>;
}

function scalarKey(node: Exclude<Node, { kind: "map" | "list" }>): string {
  if (node.kind === "string") return `s${node.value}`;
  if (node.kind !== "number") return node.kind === "null" ? "null" : String(node.value);
  const decimal = decimalOf(node.raw);
  return decimal ? `n${decimalKey(decimal)}` : `n${node.raw.toLowerCase()}`;
}

/** Starts a new numbering. Its numbers cannot be compared with those of another one. */
export function identities(): Identities {
  const numbers = new Map<string, number>();
  const known = new WeakMap<Node, number>();
  const keyOf = (node: Node): string => {
    if (node.kind === "list") return `[${node.items.map(of).join()}]`;
    if (node.kind !== "map") return scalarKey(node);
    const pairs = node.entries.map((entry) => `${JSON.stringify(entry.key)}:${of(entry.value)}`);
    return `{${pairs.sort().join()}}`;
  };
  const of = (node: Node): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const key = keyOf(node);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    known.set(node, number);
    return number;
  };
  const lists = new WeakMap<ListNode, ReadonlySet<number>>();
  const list = (node: ListNode): ReadonlySet<number> => {
    const before = lists.get(node);
    if (before) return before;
    const set = new Set(node.items.map(of));
    lists.set(node, set);
    return set;
  };
  return { of, list };
}
