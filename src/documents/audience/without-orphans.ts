import type { Entry, MapNode, Node } from "#text";
import type { Documents } from "../references/index.ts";
import { reachable } from "./hidden.ts";

/** What decides of a component whether it stays. */
export interface Remaining {
  /** The whole document. */
  readonly documents: Documents;
  /** Follows a reference to what is left of its target. */
  readonly follow: (node: Node) => Node | undefined;
  /** Whether a component that nothing needs, and nothing needed before, is for these readers. */
  readonly isWanted: (node: Node) => boolean;
}

/** Without the components that only what is left out needed, and those that nothing needs and that are for other readers. */
export function withoutOrphans(root: MapNode, { documents, follow, isWanted }: Remaining): MapNode {
  const rest = (node: MapNode): MapNode => ({ ...node, entries: node.entries.filter(({ key }) => key !== "components") });
  const before = reachable(rest(documents.root), (node) => documents.follow(node));
  const after = reachable(rest(root), follow);
  const original = new Map<Node, Node>();
  const groups = (node: Node | undefined): readonly Entry[] => (node?.kind === "map" ? node.entries : []);
  const components = (node: MapNode): Node | undefined => node.entries.find(({ key }) => key === "components")?.value;
  for (const group of groups(components(documents.root)))
    for (const { value, key } of groups(group.value)) {
      const kept = groups(groups(components(root)).find((each) => each.key === group.key)?.value).find((each) => each.key === key);
      if (kept) original.set(kept.value, value);
    }
  const isOrphan = ({ value }: Entry): boolean => !after.has(value) && (before.has(original.get(value) ?? value) || !isWanted(value));
  const pruned = groups(components(root)).map((group) =>
    group.value.kind === "map"
      ? { ...group, value: { ...group.value, entries: group.value.entries.filter((entry) => !isOrphan(entry)) } }
      : group,
  );
  return {
    ...root,
    entries: root.entries.map((entry) =>
      entry.key === "components" && entry.value.kind === "map" ? { ...entry, value: { ...entry.value, entries: pruned } } : entry,
    ),
  };
}
