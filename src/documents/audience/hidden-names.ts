import type { Node } from "#text";
import type { Documents } from "../references/index.ts";
import type { Hidden } from "./hidden.ts";

/** Names of properties that are left out and nowhere shown: values in examples under them are left out too. */
export function hiddenNames(documents: Documents, hidden: Hidden): ReadonlySet<string> {
  const gone = new Set<string>();
  const shown = new Set<string>();
  const seen = new Set<Node>();
  const open: Node[] = documents.files.flatMap((file) => documents.rootOf(file) ?? []);
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === "list") for (const item of node.items) open.push(item);
    if (node.kind !== "map") continue;
    for (const { key, value } of node.entries) {
      open.push(value);
      if (key !== "properties" || value.kind !== "map") continue;
      for (const property of value.entries) (hidden.has(property.value) ? gone : shown).add(property.key);
    }
  }
  return new Set([...gone].filter((name) => !shown.has(name)));
}
