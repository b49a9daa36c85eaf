/** Reads Avro schemas. */
import type { Entry, MapNode, Node } from "#text";
import { entryOf, itemsOf, stringOf, valueOf, asString } from "#text";
import type { PlainFields, SchemaFields, ReaderContext } from "./make-schema.ts";
import type { Fact, Property } from "./schema.ts";

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
