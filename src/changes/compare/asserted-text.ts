import type { Documents } from "#documents";
import type { Entry, Node } from "#text";
import { jsonScalar } from "#text";
import type { NodeRole } from "./same-nodes.ts";
import { asserted, below, besideReference, UNORDERED } from "./same-nodes.ts";

/**
 * What schemas assert, as a text that is the same wherever they are written: references are followed, and annotations, the order of keys
 * and that of scalars in lists without an order do not count. Maps in such a list keep their order: another one is another text. Maps and lists are numbered as they are met, so a cycle is a number.
 */
export function assertedText(roots: readonly Node[], documents: Documents): string {
  const numbers = new Map<Node, number>();
  const met: { readonly written: Node; readonly node: Node; readonly role: NodeRole; readonly isUnordered: boolean }[] = [];
  const refer = (written: Node, role: NodeRole, isUnordered = false): string => {
    const node = documents.follow(written) ?? written;
    const own = asserted(besideReference(written, node), role).length > 0 ? written : node;
    if (own.kind !== "map" && own.kind !== "list") return jsonScalar(own);
    const known = numbers.get(own);
    if (known === undefined) {
      numbers.set(own, met.length);
      met.push({ written, node, role, isUnordered });
    }
    return `#${known ?? met.length - 1}`;
  };
  const entryText = ({ key, value }: Entry, role: NodeRole): string =>
    `${JSON.stringify(key)}:${refer(value, below(role, key) ?? "value", UNORDERED.has(key))}`;
  const lines = [roots.map((root) => refer(root, "schema")).join(" ")];
  for (const { written, node, role, isUnordered } of met) {
    const beside = asserted(besideReference(written, node), role);
    const entries = node.kind === "map" ? asserted(node.entries, role) : [];
    const items = node.kind === "list" ? node.items.map((item) => refer(item, role)) : [];
    const keys = (all: readonly Entry[]): Entry[] => all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const parts = [...keys(beside).map((entry) => `+${entryText(entry, role)}`), ...keys(entries).map((entry) => entryText(entry, role))];
    lines.push([...parts, ...(isUnordered ? items.sort() : items)].join());
  }
  return lines.join("\n");
}
