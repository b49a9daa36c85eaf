import type { Entry, MapNode, Node } from "#text";
import { entryOf, valueOf } from "#text";
import type { Moved } from "./homes.ts";

function mapOf(node: Node | undefined, like: Node): MapNode {
  const { file, start, end } = node ?? like;
  return node?.kind === "map" ? node : { kind: "map", file, start, end, entries: [] };
}

function withEntry(map: MapNode, key: string, value: Node): MapNode {
  const { file, start, end } = value;
  const own = entryOf(map, key);
  const entry: Entry = own ? { ...own, value } : { file, start, end, key, value };
  return { ...map, entries: own ? map.entries.map((each) => (each === own ? entry : each)) : [...map.entries, entry] };
}

/** Values by the group of the components they belong to, both in the order they came. */
export function byGroup(moved: readonly Moved[]): ReadonlyMap<string, readonly Moved[]> {
  const groups = new Map<string, Moved[]>();
  for (const each of moved) {
    const values = groups.get(each.group) ?? [];
    values.push(each);
    groups.set(each.group, values);
  }
  return groups;
}

/** A document with values added to its components, after those that are there. */
export function withMoved(root: MapNode, moved: readonly Moved[]): MapNode {
  if (moved.length === 0) return root;
  let components = mapOf(valueOf(root, "components"), root);
  for (const [group, values] of byGroup(moved)) {
    const map = mapOf(valueOf(components, group), root);
    const added = values.map(({ key, node: value }): Entry => ({ file: value.file, start: value.start, end: value.end, key, value }));
    components = withEntry(components, group, { ...map, entries: [...map.entries, ...added] });
  }
  return withEntry(root, "components", components);
}
