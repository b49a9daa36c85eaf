import type { Entry, MapNode, Node } from "./node.ts";
import { entryOf } from "./node.ts";
import { oncePerObject } from "./memo.ts";

/** A map without its nulls, at every depth. A trait that a thousand messages share is walked once. */
const withoutNulls = oncePerObject((patch: MapNode): MapNode => {
  const kept = patch.entries.filter((entry) => entry.value.kind !== "null");
  const entries = kept.map((entry) => {
    const value = clean(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
  const same = entries.length === patch.entries.length && entries.every((entry, at) => entry === patch.entries[at]);
  return same ? patch : { ...patch, entries };
});

/** A patch without its nulls (RFC 7396 § 2); the same node if it has none. */
function clean(patch: Node): Node {
  return patch.kind === "map" ? withoutNulls(patch) : patch;
}

/**
 * Merges a patch into a target (RFC 7396). Every entry of the result keeps the place where it was written.
 * Neither argument is changed; an unchanged value is the same node, not a copy.
 * Keys are compared as own keys only, so `__proto__` is a key like any other.
 */
export function mergePatch(target: Node | undefined, patch: Node): Node {
  if (patch.kind !== "map" || target?.kind !== "map") return clean(patch);
  const merged = new Map<string, Entry>(target.entries.map((entry) => [entry.key, entry]));
  for (const entry of patch.entries) {
    if (entry.value.kind === "null") merged.delete(entry.key);
    else merged.set(entry.key, { ...entry, value: mergePatch(entryOf(target, entry.key)?.value, entry.value) });
  }
  return { kind: "map", file: target.file, start: target.start, end: target.end, entries: [...merged.values()] };
}
