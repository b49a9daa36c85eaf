import type { Node } from "#json";

/** A value as JSON can hold it: infinity and not-a-number, which it has no words for, are texts. */
export function jsonNumbers(node: Node): Node {
  const done = new Map<Node, Node>();
  const convert = (each: Node): Node => {
    if (each.kind === "number")
      return Number.isFinite(each.value) || /\d/.test(each.raw) ? each : { ...each, kind: "string", value: each.raw };
    if (each.kind !== "map" && each.kind !== "list") return each;
    const known = done.get(each);
    if (known) return known;
    const made: Node =
      each.kind === "list"
        ? { ...each, items: each.items.map(convert) }
        : { ...each, entries: each.entries.map((entry) => ({ ...entry, value: convert(entry.value) })) };
    done.set(each, made);
    return made;
  };
  return convert(node);
}
