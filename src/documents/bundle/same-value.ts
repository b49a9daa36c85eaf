import type { Entry, Node, NumberNode } from "#text";

/** Whether two values are equal, including key order and the digits of numbers. Each aliased pair is compared once. */
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

/** The pairs of children of two values; `undefined` if the values differ themselves. */
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

/** Maps a list. Returns the same list if no item changes. */
function mapUnlessSame<T>(items: readonly T[], make: (item: T) => T): readonly T[] {
  const made = items.map(make);
  return made.every((item, at) => item === items[at]) ? items : made;
}

/** Whether JSON can represent a number. */
const isJson = ({ value, raw }: NumberNode): boolean => Number.isFinite(value) || /\d/.test(raw);

/** Whether JSON can represent all numbers of a value. Aliased values are visited repeatedly, so the value must not be too large. */
function isAllJson(node: Node): boolean {
  if (node.kind === "map") return node.entries.every(({ value }) => isAllJson(value));
  if (node.kind === "list") return node.items.every(isAllJson);
  return node.kind !== "number" || isJson(node);
}

/**
 * Replaces infinity and NaN by strings, because JSON has neither. An unchanged value is the same node. The value must be within the limit
 * of a bundle.
 */
export function jsonNumbers(node: Node): Node {
  if (isAllJson(node)) return node;
  const done = new Map<Node, Node>();
  const entry = (each: Entry): Entry => {
    const value = convert(each.value);
    return value === each.value ? each : { ...each, value };
  };
  const inside = (each: Extract<Node, { kind: "map" | "list" }>): Node => {
    if (each.kind === "list") {
      const items = mapUnlessSame(each.items, convert);
      return items === each.items ? each : { ...each, items };
    }
    const entries = mapUnlessSame(each.entries, entry);
    return entries === each.entries ? each : { ...each, entries };
  };
  const convert = (each: Node): Node => {
    if (each.kind === "number") return isJson(each) ? each : { ...each, kind: "string", value: each.raw };
    if (each.kind !== "map" && each.kind !== "list") return each;
    const known = done.get(each);
    if (known) return known;
    const made = inside(each);
    done.set(each, made);
    return made;
  };
  return convert(node);
}
