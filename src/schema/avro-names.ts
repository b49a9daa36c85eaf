/** Named types of Avro schemas. */
import type { MapNode, Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "#documents";
import { qualifiedName, avroNamedTypes } from "#documents";
import { avroPrimitives } from "./avro.ts";

/** The named types of all Avro schemas that were entered. */
export interface AvroNames {
  enter(root: Node): void;
  /** The definition for the name used at a node. */
  target(use: Node): Node | undefined;
  /** The definition of a full name, or of a name without namespace if only one type has it. */
  find(name: string): Node | undefined;
  fullName(definition: Node): string | undefined;
}

/** The first definition of each full name, and full names by their last part. */
class AvroDefinitions {
  readonly #nodes = new Map<string, Node>();
  readonly #byLast = new Map<string, string[]>();

  add(full: string, node: Node): void {
    if (this.#nodes.has(full)) return;
    this.#nodes.set(full, node);
    const at = full.lastIndexOf(".");
    if (at === -1) return;
    const last = full.slice(at + 1);
    const same = this.#byLast.get(last);
    if (same) same.push(full);
    else this.#byLast.set(last, [full]);
  }

  get(full: string): Node | undefined {
    return this.#nodes.get(full);
  }

  find(name: string): Node | undefined {
    const exact = this.#nodes.get(name);
    if (exact || name.includes(".")) return exact;
    const [only, another] = this.#byLast.get(name) ?? [];
    return only === undefined || another !== undefined ? undefined : this.#nodes.get(only);
  }
}

/** Creates the names. Each schema is walked once, with its enclosing namespace. */
export function createAvroNames(documents: Documents): AvroNames {
  const definitions = new AvroDefinitions();
  const fullNames = new Map<Node, string>();
  const uses = new Map<Node, string>();
  const entered = new Set<Node>();

  function define(node: MapNode, namespace: string): string {
    const name = stringOf(node, "name");
    if (name === undefined || !avroNamedTypes.has(stringOf(node, "type") ?? "")) return namespace;
    const full = qualifiedName(name, stringOf(node, "namespace") ?? namespace);
    const inner = full.split(".").slice(0, -1).join(".");
    definitions.add(full, node);
    fullNames.set(node, full);
    for (const alias of itemsOf(valueOf(node, "aliases"))) {
      const other = alias.kind === "string" ? qualifiedName(alias.value, inner) : undefined;
      if (other !== undefined) definitions.add(other, node);
    }
    return inner;
  }

  /** The children of a type that are types, with their namespaces. */
  function enterMap(node: MapNode, namespace: string): [Node, string][] {
    const inner = define(node, namespace);
    const fields = itemsOf(valueOf(node, "fields")).map((each) => valueOf(each, "type"));
    const below = [valueOf(node, "type"), valueOf(node, "items"), valueOf(node, "values"), ...fields];
    return below.filter((each) => each !== undefined).map((each) => [each, inner]);
  }

  function enter(root: Node): void {
    const pending: [Node, string][] = [[root, ""]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [written, namespace] = next;
      const node = documents.follow(written);
      if (!node || entered.has(node)) continue;
      entered.add(node);
      if (node.kind === "string" && !avroPrimitives.has(node.value)) uses.set(node, qualifiedName(node.value, namespace));
      if (node.kind === "list") for (const item of [...node.items].reverse()) pending.push([item, namespace]);
      if (node.kind === "map") for (const below of enterMap(node, namespace).reverse()) pending.push(below);
    }
  }

  function target(use: Node): Node | undefined {
    const full = uses.get(use);
    if (full === undefined || use.kind !== "string") return undefined;
    return definitions.get(full) ?? definitions.find(use.value);
  }

  return { enter, target, find: (name) => definitions.find(name), fullName: (definition) => fullNames.get(definition) };
}
