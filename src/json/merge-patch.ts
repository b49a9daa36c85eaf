import type { Entry, MapNode, Node } from "./node.ts";
import { entryOf } from "./node.ts";

/**
 * RFC 7396 over placed values: every entry of the result keeps the place it was written at.
 * Neither argument is changed. Keys are compared as own keys only, so `__proto__` is a key like any other.
 */
export function mergePatch(target: Node | undefined, patch: Node): Node {
  if (patch.kind !== "map") return patch;
  const base: MapNode = target?.kind === "map" ? target : { ...patch, entries: [] };
  const merged = new Map<string, Entry>(base.entries.map((entry) => [entry.key, entry]));
  for (const entry of patch.entries) {
    if (entry.value.kind === "null") merged.delete(entry.key);
    else merged.set(entry.key, { ...entry, value: mergePatch(entryOf(base, entry.key)?.value, entry.value) });
  }
  return { kind: "map", file: base.file, start: base.start, end: base.end, entries: [...merged.values()] };
}
