import type { MapNode, Place } from "#text";
import { keyAt } from "#text";
import type { Documents } from "#documents";

/**
 * Where to say that an object lacks something: the key it stands under, an item of a list itself, and for the root of a
 * file the start of that file.
 */
export function keyPlace(documents: Documents, node: MapNode): Place {
  const start: Place = { file: node.file, start: 0, end: 0 };
  const root = documents.rootOf(node.file);
  if (!root || root === node) return start;
  return keyAt(root, node) ?? node;
}
