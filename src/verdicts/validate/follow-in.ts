import type { Node } from "#text";
import { evaluatePointer, parsePointer, stringOf } from "#text";
import type { Documents } from "#documents";

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** More references in a row than anybody writes; a loop ends here. */
const LONGEST_CHAIN = 100;

/**
 * Follows references of a document. Inside schemas of other formats the document does not know which maps are references;
 * there a pointer into the same file is looked up by itself.
 */
export function followIn(documents: Documents): (node: Node) => Node | undefined {
  const within = (node: Node): Node | undefined => {
    const reference = stringOf(node, "$ref");
    const root = documents.rootOf(node.file);
    if (!root || reference?.startsWith("#") !== true) return undefined;
    const tokens = parsePointer(decode(reference.slice(1)));
    return tokens && evaluatePointer(root, tokens);
  };
  return (node) => {
    let target: Node | undefined = node;
    for (let steps = 0; target && stringOf(target, "$ref") !== undefined; steps += 1) {
      if (steps === LONGEST_CHAIN) return undefined;
      const followed: Node | undefined = documents.follow(target);
      target = followed === target ? within(target) : followed;
    }
    return target;
  };
}
