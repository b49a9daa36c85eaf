import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf } from "#text";

const namedTypes = new Set(["record", "error", "enum", "fixed"]);

interface Part {
  readonly node: Node;
  readonly tokens: readonly string[];
  readonly namespace: string;
}

function below({ node, tokens }: Part, namespace: string): readonly Part[] {
  const inEntries = entriesOf(node).map(({ key, value }) => ({ node: value, tokens: [...tokens, key], namespace }));
  return [...inEntries, ...itemsOf(node).map((item, at) => ({ node: item, tokens: [...tokens, String(at)], namespace }))];
}

/** The full name that an Avro schema defines (Avro 1.9, "Names"): a dotted name is full; else the own or the enclosing namespace counts. */
function definedBy({ node, namespace }: Part): { readonly full?: string; readonly namespace: string } {
  const name = stringOf(node, "name");
  if (name === undefined || !namedTypes.has(stringOf(node, "type") ?? "")) return { namespace };
  const own = stringOf(node, "namespace") ?? namespace;
  const full = name.includes(".") || own === "" ? name : `${own}.${name}`;
  return { full, namespace: full.slice(0, Math.max(0, full.lastIndexOf("."))) };
}

/**
 * Where the named types of an Avro schema stand, by their full names and, where only one has it, by the last part of them:
 * `user.avsc#/User` is what registries write, though it is no JSON Pointer.
 */
export function avroNames(root: Node): ReadonlyMap<string, readonly string[]> {
  const byFull = new Map<string, readonly string[]>();
  const seen = new Set<Node>();
  const pending: Part[] = [{ node: root, tokens: [], namespace: "" }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (seen.has(part.node)) continue;
    seen.add(part.node);
    const { full, namespace } = definedBy(part);
    if (full !== undefined && !byFull.has(full)) byFull.set(full, part.tokens);
    for (const inside of below(part, namespace).toReversed()) pending.push(inside);
  }
  const byLast = new Map<string, readonly string[]>();
  const twice = new Set<string>();
  for (const [full, tokens] of byFull) {
    const last = full.slice(full.lastIndexOf(".") + 1);
    if (byLast.has(last)) twice.add(last);
    byLast.set(last, tokens);
  }
  for (const last of twice) byLast.delete(last);
  return new Map([...byLast, ...byFull]);
}
