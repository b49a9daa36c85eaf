import type { Node, StringNode } from "#text";
import { entriesOf, itemsOf } from "#text";
import type { Description, SchemaPart } from "../normalize/index.ts";
import type { Documents, Edge } from "#documents";

/** The schemas of a description that name their format. */
function* formatted({ messages, schemas }: Description): Generator<Required<SchemaPart>> {
  const parts = [...messages.flatMap(({ headers, payload }) => [headers, payload]), ...schemas.map(({ schema }) => schema)];
  for (const part of parts) if (part?.format) yield { node: part.node, format: part.format };
}

/**
 * The format of schemas that references lead to: a schema in a file of its own does not say what it is written in, what refers to it
 * does. Where something without a format refers to it as well, it is a Schema Object.
 */
export function foreignFormats(description: Description, edges: readonly Edge[]): ReadonlyMap<Node, StringNode> {
  const targets = new Map<Node, Node | undefined>(edges.map(({ from, target }) => [from, target]));
  const formats = new Map<Node, StringNode>();
  const seen = new Set<Node>();
  for (const { node, format } of formatted(description)) {
    const open: Node[] = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const target = targets.get(next);
      if (target && !formats.has(target)) formats.set(target, format);
      open.push(...(target ? [target] : [...entriesOf(next).map(({ value }) => value), ...itemsOf(next)]));
    }
  }
  for (const { from, target } of edges) if (target && !seen.has(from)) formats.delete(target);
  return formats;
}

/** A schema of a document of 3.x that names its own format, as the schema and the format; anything else as it is. */
export function withOwnFormat(node: Node, { dialect }: Documents): SchemaPart {
  if (dialect.line !== "3") return { node };
  const field = (key: string): Node | undefined => entriesOf(node).find((entry) => entry.key === key)?.value;
  const [format, schema] = [field("schemaFormat"), field("schema")];
  return format?.kind === "string" && schema ? { node: schema, format } : { node };
}
