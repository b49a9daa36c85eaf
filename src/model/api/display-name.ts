import type { Node, StringNode } from "#text";
import { valueOf } from "#text";

/** `x-displayName`: the name that an object is to be shown by, in place of every other one it has; a blank one is none. */
export function displayName(node: Node): StringNode | undefined {
  const name = valueOf(node, "x-displayName");
  return name?.kind === "string" && name.value.trim() !== "" ? name : undefined;
}
