import type { Entry, MapNode, Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import { reachable } from "./hidden.ts";

type Follow = (node: Node) => Node | undefined;

function nameOf(tag: Node, follow: Follow): string {
  return stringOf(follow(tag) ?? tag, "name") ?? "";
}

/** The list of tags that a map declares for all, kept where a tag is wanted or still carried. */
function kept(map: MapNode, isKept: (tag: Node) => boolean): MapNode {
  const entries = map.entries.map((entry): Entry => {
    if (entry.key !== "tags" || entry.value.kind !== "list") return entry;
    return { ...entry, value: { ...entry.value, items: entry.value.items.filter(isKept) } };
  });
  return { ...map, entries };
}

/** Groups of tags (`x-tagGroups`) with those of their names that are kept. */
function keptGroups(entry: Entry, isKept: (name: string) => boolean): Entry {
  if (entry.key !== "x-tagGroups" || entry.value.kind !== "list") return entry;
  const items = entry.value.items.flatMap((group): Node[] => {
    const names = itemsOf(valueOf(group, "tags")).filter((name) => name.kind === "string" && isKept(name.value));
    if (group.kind !== "map" || names.length === 0) return [];
    const entries = group.entries.map((each) =>
      each.key === "tags" ? { ...each, value: { ...each.value, kind: "list" as const, items: names } } : each,
    );
    return [{ ...group, entries }];
  });
  return { ...entry, value: { ...entry.value, items } };
}

/** Without the tags that the document declares (2.x at its root, 3.x in `info`) and that nothing of what is left carries. */
export function withoutOtherTags(root: MapNode, wanted: readonly string[], follow: Follow): MapNode {
  const rest = root.entries.filter(({ key }) => key !== "tags" && key !== "info");
  const carried = [...reachable({ ...root, entries: rest }, follow)].flatMap((node) => itemsOf(valueOf(node, "tags")));
  const names = new Set([...wanted, ...carried.map((tag) => nameOf(tag, follow))]);
  const isKept = (tag: Node): boolean => names.has(nameOf(tag, follow));
  const whole = kept(root, isKept);
  return {
    ...whole,
    entries: whole.entries
      .map((each) => keptGroups(each, (name) => names.has(name)))
      .map((entry) => (entry.key === "info" && entry.value.kind === "map" ? { ...entry, value: kept(entry.value, isKept) } : entry)),
  };
}
