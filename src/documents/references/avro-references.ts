import type { Entry, ListNode, MapNode, Node, StringNode } from "#text";
import { entriesOf, itemsOf, stringOf } from "#text";

export const avroNamedTypes = new Set(["record", "error", "enum", "fixed"]);

interface AvroSchemaPart {
  readonly node: Node;
  readonly tokens: readonly string[];
  readonly namespace: string;
}

function below({ node, tokens }: AvroSchemaPart, namespace: string): readonly AvroSchemaPart[] {
  const inEntries = entriesOf(node).map(({ key, value }) => ({ node: value, tokens: [...tokens, key], namespace }));
  return [...inEntries, ...itemsOf(node).map((item, at) => ({ node: item, tokens: [...tokens, String(at)], namespace }))];
}

/** Avro 1.9, "Names": a dotted name is full; else the own or the enclosing namespace counts. */
export function qualifiedName(name: string, namespace: string): string {
  return name.includes(".") || namespace === "" ? name : `${namespace}.${name}`;
}

/** The full name that an Avro schema defines (Avro 1.9, "Names"): a dotted name is full; others are in the own or the enclosing namespace. */
function definedName({ node, namespace }: AvroSchemaPart): { readonly full?: string; readonly namespace: string } {
  const name = stringOf(node, "name");
  if (name === undefined || !avroNamedTypes.has(stringOf(node, "type") ?? "")) return { namespace };
  const own = stringOf(node, "namespace") ?? namespace;
  const full = qualifiedName(name, own);
  return { full, namespace: full.slice(0, Math.max(0, full.lastIndexOf("."))) };
}

interface AvroSchemaParts {
  /** Every node, with the namespace around it. */
  readonly byNode: ReadonlyMap<Node, AvroSchemaPart>;
  /** The first definition of each full name. */
  readonly byFull: ReadonlyMap<string, AvroSchemaPart>;
}

function avroParts(root: Node): AvroSchemaParts {
  const byNode = new Map<Node, AvroSchemaPart>();
  const byFull = new Map<string, AvroSchemaPart>();
  const pending: AvroSchemaPart[] = [{ node: root, tokens: [], namespace: "" }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (byNode.has(part.node)) continue;
    byNode.set(part.node, part);
    const { full, namespace } = definedName(part);
    if (full !== undefined && !byFull.has(full)) byFull.set(full, part);
    for (const inside of below(part, namespace).toReversed()) pending.push(inside);
  }
  return { byNode, byFull };
}

/**
 * The pointers of the named types of an Avro schema, by full name and, if it is unique, by the last part of the name: registries write
 * `user.avsc#/User`, although that is not a JSON Pointer to the type.
 */
export function avroNames(root: Node): ReadonlyMap<string, readonly string[]> {
  const byFull = new Map([...avroParts(root).byFull].map(([full, { tokens }]) => [full, tokens]));
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

/** A type used inside another namespace, `around`, than in its own file. */
interface MovedType {
  readonly node: Node;
  /** The namespace around it in its own file. */
  readonly namespace: string;
  readonly around: string;
}

function stringNode(value: string, { file, start, end }: Node): StringNode {
  return { kind: "string", value, file, start, end };
}

/**
 * Replaces names by definitions, so that types of a file become self-contained. It recurses as deep as types are nested and refer to
 * one another.
 */
class NameExpander {
  readonly #defined = new Set<string>();
  readonly #byFull: AvroSchemaParts["byFull"];

  constructor(byFull: AvroSchemaParts["byFull"]) {
    this.#byFull = byFull;
  }

  type(moved: MovedType): Node {
    const { node } = moved;
    if (node.kind === "string") return this.#name(node, moved);
    if (node.kind === "list") return mapped(node, (item) => this.type({ ...moved, node: item }));
    return node.kind === "map" ? this.#map(node, moved) : node;
  }

  /** Replaces a name by its definition at the first use. Later uses keep the name, in full if the namespace around them differs. */
  #name(node: StringNode, { namespace, around }: MovedType): Node {
    const full = qualifiedName(node.value, namespace);
    const part = this.#byFull.get(full);
    if (!part) return node;
    if (!this.#defined.has(full)) return this.type({ node: part.node, namespace: part.namespace, around });
    return qualifiedName(node.value, around) === full ? node : stringNode(full, node);
  }

  #map(node: MapNode, { namespace, around }: MovedType): Node {
    const { full, namespace: inner } = definedName({ node, tokens: [], namespace });
    if (full !== undefined && this.#defined.has(full)) return stringNode(full, node);
    if (full !== undefined) this.#defined.add(full);
    const within = full === undefined ? around : inner;
    const type = (value: Node): Node => this.type({ node: value, namespace: inner, around: within });
    const field = (value: Node): Node =>
      value.kind === "map" ? withEntries(value, (entry) => (entry.key === "type" ? type(entry.value) : entry.value)) : value;
    const made = withEntries(node, ({ key, value }) => {
      if (key === "fields") return value.kind === "list" ? mapped(value, field) : value;
      return (key === "type" && full === undefined) || key === "items" || key === "values" ? type(value) : value;
    });
    if (full === undefined || qualifiedName(stringOf(node, "name") ?? "", stringOf(node, "namespace") ?? around) === full) return made;
    const { file, start, end } = node;
    return { ...made, entries: [...made.entries, { key: "namespace", value: stringNode(inner, node), file, start, end }] };
  }
}

function mapped(node: ListNode, make: (item: Node) => Node): ListNode {
  const items = node.items.map(make);
  return items.every((item, at) => item === node.items[at]) ? node : { ...node, items };
}

function withEntries(node: MapNode, make: (entry: Entry) => Node): MapNode {
  const entries = node.entries.map((entry) => {
    const value = make(entry);
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries.every((entry, at) => entry === node.entries[at]) ? node : { ...node, entries };
}

/** A part of an Avro file as a schema of its own. It has its namespace, and each type that it names is defined where it is first used. */
export function standaloneAvro(node: Node, root: Node): Node {
  if (node === root) return node;
  const { byNode, byFull } = avroParts(root);
  return new NameExpander(byFull).type({ node, namespace: byNode.get(node)?.namespace ?? "", around: "" });
}
