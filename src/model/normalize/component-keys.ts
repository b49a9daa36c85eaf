import type { Node } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Documents } from "#documents";

/**
 * The values in one group of the components, after following references, with their keys. The key of the definition comes before one of
 * a reference to it.
 */
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
