import type { Node } from "#text";
import { entriesOf, itemsOf, stringOf } from "#text";

const namedTypes = new Set(["record", "error", "enum", "fixed"]);

interface AvroSchemaPart {
  readonly node: Node;
  readonly tokens: readonly string[];
  readonly namespace: string;
}

function below({ node, tokens }: AvroSchemaPart, namespace: string): readonly AvroSchemaPart[] {
  const inEntries = entriesOf(node).map(({ key, value }) => ({ node: value, tokens: [...tokens, key], namespace }));
  return [...inEntries, ...itemsOf(node).map((item, at) => ({ node: item, tokens: [...tokens, String(at)], namespace }))];
}

/** The full name that an Avro schema defines (Avro 1.9, "Names"): a dotted name is full; others are in the own or the enclosing namespace. */
function definedName({ node, namespace }: AvroSchemaPart): { readonly full?: string; readonly namespace: string } {
  const name = stringOf(node, "name");
  if (name === undefined || !namedTypes.has(stringOf(node, "type") ?? "")) return { namespace };
  const own = stringOf(node, "namespace") ?? namespace;
  const full = name.includes(".") || own === "" ? name : `${own}.${name}`;
  return { full, namespace: full.slice(0, Math.max(0, full.lastIndexOf("."))) };
}

/**
 * The pointers of the named types of an Avro schema, by full name and, if it is unique, by the last part of the name: registries write
 * `user.avsc#/User`, although that is not a JSON Pointer to the type.
 */
export function avroNames(root: Node): ReadonlyMap<string, readonly string[]> {
  const byFull = new Map<string, readonly string[]>();
  const seen = new Set<Node>();
  const pending: AvroSchemaPart[] = [{ node: root, tokens: [], namespace: "" }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (seen.has(part.node)) continue;
    seen.add(part.node);
    const { full, namespace } = definedName(part);
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
