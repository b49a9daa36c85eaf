/** Reads Avro schemas and their named types. */
import type { Documents } from "#documents";
import { qualifiedName, avroNamedTypes } from "#documents";
import type { Entry, MapNode, Node } from "#text";
import { entryOf, getOrMake, itemsOf, stringOf, valueOf, asString } from "#text";
import type { PlainFields, SchemaFields, ReaderContext } from "./make-schema.ts";
import type { Fact, Property } from "./schema.ts";

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
    getOrMake(this.#byLast, full.slice(at + 1), () => []).push(full);
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

/** Avro 1.9, "Primitive Types". */
export const avroPrimitives: ReadonlySet<string> = new Set(["null", "boolean", "int", "long", "float", "double", "bytes", "string"]);

/** Attributes with a meaning for {@link readAvro}. All others are shown as written. */
const typeAttributes = new Set(["type", "name", "namespace", "doc", "fields", "symbols", "default", "items", "values", "logicalType"]);
const factAttributes = ["size", "precision", "scale", "aliases"];
const fieldAttributes = new Set(["name", "type", "doc", "default"]);

/** A field as a property. Unknown attributes become facts, so that nothing is lost. */
function field(node: Node, reading: ReaderContext): Property | undefined {
  const name = asString(valueOf(node, "name"));
  const type = valueOf(node, "type");
  if (node.kind !== "map" || !name || !type) return undefined;
  const value = entryOf(node, "default")?.value;
  const facts = node.entries
    .filter((entry) => !fieldAttributes.has(entry.key))
    .map((entry) => ({ keyword: entry.key, value: entry.value }));
  return {
    name: name.value,
    place: name,
    schema: reading.child(type),
    required: value === undefined,
    description: asString(valueOf(node, "doc")),
    default: value,
    facts,
  };
}

/** Items of `fields` that are not fields. They are shown as written, by position. */
function brokenFields(node: MapNode): { key: string; value: Node }[] {
  return itemsOf(valueOf(node, "fields")).flatMap((each, at) => {
    const isField = asString(valueOf(each, "name")) && valueOf(each, "type");
    return isField ? [] : [{ key: `fields/${at}`, value: each }];
  });
}

function factsOf(node: MapNode): Fact[] {
  return factAttributes.flatMap((keyword) => {
    const value = valueOf(node, keyword);
    return value ? [{ keyword, value }] : [];
  });
}

function others(node: MapNode): readonly Entry[] {
  return node.entries.filter((entry) => !typeAttributes.has(entry.key) && !factAttributes.includes(entry.key));
}

/** A union. One of primitives is a list of types, any other one a choice. */
function union(items: readonly Node[], reading: ReaderContext): SchemaFields {
  const names = items.map((item) => (item.kind === "string" && avroPrimitives.has(item.value) ? item.value : undefined));
  if (names.every((name) => name !== undefined)) return { now: { types: names } };
  return { later: { oneOf: () => items.map((item) => reading.child(item)) } };
}

function below(node: MapNode, type: Node, reading: ReaderContext): SchemaFields["later"] {
  if (type.kind !== "string") return { allOf: () => [reading.child(type)] };
  const items = valueOf(node, "items");
  const values = valueOf(node, "values");
  if (type.value === "array" && items) return { items: () => reading.child(items) };
  if (type.value === "map" && values) return { additionalProperties: () => reading.child(values) };
  if (type.value === "record" || type.value === "error") {
    return { properties: () => itemsOf(valueOf(node, "fields")).flatMap((each) => field(each, reading) ?? []) };
  }
  const isKnown = avroPrimitives.has(type.value) || ["enum", "fixed", "array", "map"].includes(type.value);
  return isKnown ? {} : { allOf: () => [reading.child(type)] };
}

function complex(node: MapNode, reading: ReaderContext): SchemaFields {
  const type = valueOf(node, "type");
  if (!type) return { now: { asWritten: node } };
  const symbols = valueOf(node, "symbols");
  const isEnum = stringOf(node, "type") === "enum";
  const later = below(node, type, reading);
  const isNamedElsewhere = later !== undefined && "allOf" in later;
  const now: PlainFields = {
    types: type.kind === "string" && !isNamedElsewhere ? [type.value] : [],
    description: asString(valueOf(node, "doc")),
    format: asString(valueOf(node, "logicalType")),
    facts: factsOf(node),
    default: valueOf(node, "default"),
    otherKeywords: [...others(node), ...brokenFields(node)],
    ...(isEnum ? { enum: itemsOf(symbols).map((value) => ({ value })) } : {}),
  };
  return { now, later: later ?? {} };
}

/**
 * Reads Avro 1.9: primitives, records, enums, arrays, maps, unions, fixed, logical types. Names have been resolved before
 * (`avro-names.ts`).
 */
export function readAvro(node: Node, reading: ReaderContext): SchemaFields {
  if (node.kind === "list") return union(node.items, reading);
  if (node.kind === "map") return complex(node, reading);
  if (node.kind === "string" && avroPrimitives.has(node.value)) return { now: { types: [node.value] } };
  // A name without a definition.
  if (node.kind === "string" && /^[\w.]+$/.test(node.value)) return { now: { unresolved: node.value } };
  return { now: { asWritten: node } };
}
