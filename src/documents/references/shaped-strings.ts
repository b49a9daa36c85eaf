import type { PlainShape, Shape, TraversalContext } from "#format";
import { matchingShape, mayRefer, tablesOf, visitParts } from "#format";
import type { Node, StringNode } from "#text";
import type { Documents } from "./documents.ts";

type StringShape = Extract<Shape, { readonly kind: "string" }>;

/** A string, what the format says of it, and the field that has it. */
interface ShapedString {
  readonly node: StringNode;
  readonly shape: StringShape;
  readonly field: string;
}

/** Which strings are looked for. */
interface StringSearch {
  readonly wants: (shape: StringShape) => boolean;
  /** Values that are not searched, nor what is in them. */
  readonly skips?: (shape: PlainShape) => boolean;
}

/**
 * The strings of all files that the tables of the format give a wanted shape. It uses a worklist, because references and aliases make
 * the values a graph. A value is visited once as each object.
 */
export function* shapedStrings(documents: Documents, { wants, skips }: StringSearch): Generator<ShapedString> {
  const reading: TraversalContext = { tables: tablesOf(documents.dialect), follow: (node) => documents.follow(node) };
  const seen = new Map<unknown, Set<Node>>();
  const open: { readonly node: Node; readonly shape: Shape; readonly field: string }[] = [];
  open.push({ node: documents.root, shape: { kind: "object", object: "Root" }, field: "" });
  const isFirst = (node: Node, shape: PlainShape): boolean => {
    const what = shape.kind === "object" && !shape.binding ? shape.object : shape;
    const known = seen.get(what) ?? new Set();
    seen.set(what, known);
    return !known.has(node) && known.add(node).size > 0;
  };
  /** Most of a document is other text, numbers and data. */
  const mayHold = (node: Node, shape: Shape): boolean => {
    if (shape.kind === "string") return wants(shape);
    return shape.kind !== "any" && node.kind !== "number" && node.kind !== "boolean" && node.kind !== "null";
  };
  for (let next = open.pop(); next; next = open.pop()) {
    const node = mayRefer(next.shape, next.node) ? documents.follow(next.node) : next.node;
    const shape = node && matchingShape(next.shape, node);
    if (!shape) continue;
    const { field } = next;
    if (node.kind === "string") {
      if (shape.kind === "string" && wants(shape)) yield { node, shape, field };
    } else if (isFirst(node, shape) && skips?.(shape) !== true) {
      visitParts(shape, node, {
        reading,
        visit(inner, own, entry) {
          if (mayHold(inner, own)) open.push({ node: inner, shape: own, field: entry?.key ?? field });
        },
      });
    }
  }
}
