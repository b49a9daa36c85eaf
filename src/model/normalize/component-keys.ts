import type { Node } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Documents } from "#documents";

/** The values of one group of the components (references followed) and the key each stands under; a key of its own before one that only refers. */
export function componentKeys(documents: Documents, group: string): ReadonlyMap<Node, string> {
  const keys = new Map<Node, string>();
  const aliases: [Node, string][] = [];
  for (const { key, value } of entriesOf(valueOf(valueOf(documents.root, "components"), group))) {
    const target = documents.follow(value);
    if (target && target !== value) aliases.push([target, key]);
    else if (!keys.has(value)) keys.set(value, key);
  }
  for (const [target, key] of aliases) if (!keys.has(target)) keys.set(target, key);
  return keys;
}
