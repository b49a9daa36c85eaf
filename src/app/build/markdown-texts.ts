import type { PlainShape, Reading, Shape } from "#format";
import { eachPart, fitting, mayRefer, tablesOf } from "#format";
import type { Node, StringNode } from "#text";
import type { Documents } from "#documents";

/** Whether Markdown may stand there: most strings of a document are none. */
function mayHoldText(node: Node, shape: Shape): boolean {
  if (shape.kind === "string") return shape.markdown === true;
  return shape.kind !== "any" && node.kind !== "number" && node.kind !== "boolean" && node.kind !== "null";
}

/**
 * Every string of the documents that the format says is Markdown, each once, other files included, but for those of values that are
 * spared and of what they lead to. A worklist: values are a graph.
 */
export function markdownTexts(documents: Documents, spares: (node: Node) => boolean): StringNode[] {
  const reading: Reading = { tables: tablesOf(documents.dialect), follow: (node) => documents.follow(node) };
  const found = new Set<StringNode>();
  const seen = new Map<Node, Set<unknown>>();
  const open: { node: Node; shape: Shape }[] = [{ node: documents.root, shape: { kind: "object", object: "Root" } }];
  /** One node is looked into once as each thing that it is expected to be. */
  const first = (node: Node, shape: PlainShape): boolean => {
    const what = shape.kind === "object" && !shape.binding ? shape.object : shape;
    const known = seen.get(node) ?? new Set();
    seen.set(node, known);
    if (known.has(what)) return false;
    known.add(what);
    return true;
  };
  const visit = (node: Node, shape: Shape): void => {
    if (mayHoldText(node, shape)) open.push({ node, shape });
  };
  for (let next = open.pop(); next; next = open.pop()) {
    if (spares(next.node)) continue;
    const node = mayRefer(next.shape, next.node) ? documents.follow(next.node) : next.node;
    const shape = node && fitting(next.shape, node);
    if (!shape) continue;
    if (node.kind === "string") {
      if (shape.kind === "string" && shape.markdown) found.add(node);
    } else if (first(node, shape)) eachPart(shape, node, { reading, visit });
  }
  return [...found];
}
