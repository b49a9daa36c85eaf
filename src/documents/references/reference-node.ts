import type { MapNode, Node, StringNode } from "#text";
import { entryOf } from "#text";

/** A map whose `$ref` is a string: what can be followed where the format lets a reference stand. */
export interface ReferenceNode {
  readonly node: MapNode;
  readonly ref: StringNode;
}

/** A node as a reference, or `undefined`. */
export function referenceOf(node: Node): ReferenceNode | undefined {
  if (node.kind !== "map") return undefined;
  const ref = entryOf(node, "$ref")?.value;
  return ref?.kind === "string" ? { node, ref } : undefined;
}
