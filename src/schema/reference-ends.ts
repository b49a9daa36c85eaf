import type { MapNode, Node, StringNode } from "#text";
import { entryOf } from "#text";
import type { Documents } from "#documents";
import type { Language } from "./language.ts";
import type { Resolver } from "./references.ts";
import { isReference } from "./references.ts";

/** The first reference to each target, so that a shared schema without a name can be called after it. */
function firstReferences(documents: Documents): Map<Node, string> {
  const origins = new Map<Node, string>();
  for (const { target, ref } of documents.edges) if (target && !origins.has(target)) origins.set(target, ref);
  return origins;
}

/** A text that is a reference without `$ref` (a mapping's, `$dynamicRef`), as one that stands alone. */
export function standingAlone(ref: StringNode): MapNode {
  return { kind: "map", file: ref.file, start: ref.start, end: ref.end, entries: [{ ...ref, key: "$ref", value: ref }] };
}

/** Where the references of schemas end, and what leads there. */
export interface ReferenceEnds {
  /** The end of a reference; `undefined` where it leads nowhere. */
  of(node: MapNode, language: Language): Node | undefined;
  /** The end of a reference that stands beside other keywords. */
  beside(ref: StringNode, from: MapNode, language: Language): Node | undefined;
  /** The node that a schema of JSON Schema is read from: the end of a reference, which is itself where it leads nowhere. */
  written(node: Node, language: Language): Node;
  /** The first reference that leads to a node, as written. */
  origin(node: Node): string | undefined;
}

export function createReferenceEnds(documents: Documents, resolve: Resolver): ReferenceEnds {
  const origins = firstReferences(documents);
  const of: ReferenceEnds["of"] = (node, language) => {
    const { ref, target } = resolve(node, language);
    if (target && !origins.has(target)) origins.set(target, ref);
    return target;
  };
  return {
    of,
    beside(ref, from, language) {
      const isPlain = entryOf(from, "$ref")?.value === ref;
      return (isPlain ? resolve(from, language) : resolve(standingAlone(ref), language, ref)).target;
    },
    written: (node, language) => (isReference(node, language) ? (of(node, language) ?? node) : node),
    origin: (node) => origins.get(node),
  };
}
