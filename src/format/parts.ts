import type { Entry, MapNode, Node } from "#text";
import { entryOf, itemsOf, stringOf, valueOf } from "#text";
import { bindingTable } from "./bindings/binding-table.ts";
import { any, either, orReference } from "./fields.ts";
import { credentialPlace } from "./objects-security.ts";
import { schemaFormatOf } from "./schema-format.ts";
import { openapiSchema, schema } from "./schema-keywords.ts";
import type { ObjectTable, Shape } from "./shape.ts";
import type { Tables } from "./tables.ts";

/** What reading needs besides a node: the tables, and how references are followed (a node itself, where they cannot be yet). */
export interface Reading {
  readonly tables: Tables;
  follow(node: Node): Node | undefined;
}

/** A value inside another, with what must stand there. */
export interface Part {
  /** The key it stands under; items of a list have none. */
  readonly entry?: Entry;
  readonly node: Node;
  readonly shape: Shape;
}

/** A shape after `fitting`. */
export type PlainShape = Exclude<Shape, { kind: "either" }>;

/** The fields of what stands here, for a shape that has fields. A binding's depend on the `bindingVersion` in it. */
export function tableFor(shape: PlainShape, node: Node, tables: Tables): ObjectTable | undefined {
  if (shape.kind === "inline") return shape.table;
  if (shape.kind !== "object") return undefined;
  const { binding } = shape;
  const table = binding && bindingTable(binding.protocol, binding.kind, stringOf(node, "bindingVersion"));
  return table ?? tables.object(shape.object);
}

/** The `schemaFormat` that counts: of 2.x and draft messages a trait's, if one gives it, since there the trait wins. */
function formatOf(message: MapNode, reading: Reading): string | undefined {
  let format = stringOf(message, "schemaFormat");
  for (const trait of itemsOf(valueOf(message, "traits"))) format = stringOf(reading.follow(trait), "schemaFormat") ?? format;
  return format;
}

const foreign: Shape = either(orReference("Payload"), any);

/** What a schema of a named format is: its keywords, where they are JSON Schema's, else something only its own reader knows. */
function payloadShape(schemaFormat: string | undefined, { dialect }: Tables): Shape {
  const { family } = schemaFormatOf(schemaFormat, dialect);
  if (family === "schema-object" || family === "json-schema") return schema;
  return family === "openapi" ? openapiSchema : foreign;
}

function fieldShape(table: ObjectTable, { key }: Entry): Shape {
  const field = Object.hasOwn(table.fields, key) ? table.fields[key] : undefined;
  if (field) return field.shape;
  if (table.extensible && key.startsWith("x-")) return any;
  return table.others?.shape ?? any;
}

/** Told of a value inside another, with what must stand there and the key it stands under; items of a list have none. */
export type PartVisitor = (node: Node, shape: Shape, entry: Entry | undefined) => void;

function eachOfObject(shape: PlainShape, node: MapNode, { reading, visit }: { reading: Reading; visit: PartVisitor }): void {
  const table = tableFor(shape, node, reading.tables);
  if (!table) return;
  const isScheme = shape.kind === "object" && shape.object === "SecurityScheme";
  for (const entry of node.entries) {
    const own = fieldShape(table, entry);
    if (own.kind === "object" && own.object === "Payload") {
      visit(entry.value, payloadShape(formatOf(node, reading), reading.tables), entry);
    } else visit(entry.value, isScheme && entry.key === "in" ? credentialPlace(stringOf(node, "type")) : own, entry);
  }
}

/** Tells of all that {@link partsOf} lists, in the same order; no list is made. */
export function eachPart(shape: PlainShape, node: Node, { reading, visit }: { reading: Reading; visit: PartVisitor }): void {
  if (shape.kind === "list" && node.kind === "list") for (const item of node.items) visit(item, shape.items, undefined);
  else if (node.kind !== "map") return;
  else if (shape.kind === "map") for (const entry of node.entries) visit(entry.value, shape.values, entry);
  else eachOfObject(shape, node, { reading, visit });
}

/**
 * What is inside a value, with the shape of each part: the one walk over a document that loading, structure check and
 * normalizer share. `shape` is that of `fitting`; a Reference Object has no parts (follow it first). Not recursive: aliases
 * make nodes stand in many places, so callers remember what they have seen.
 */
export function partsOf(shape: PlainShape, node: Node, reading: Reading): readonly Part[] {
  const parts: Part[] = [];
  eachPart(shape, node, {
    reading,
    visit: (part, own, entry) => parts.push(entry ? { entry, node: part, shape: own } : { node: part, shape: own }),
  });
  return parts;
}

/** Whether a `$ref` of this value makes it a reference under a shape: where none may stand, it is data. */
export function mayRefer(shape: Shape, node: Node): boolean {
  // The shape first: most have no say in it, and looking for a key costs more.
  if (shape.kind === "either") return shape.of.some((each) => mayRefer(each, node));
  return shape.kind === "object" && shape.reference !== undefined && entryOf(node, "$ref") !== undefined;
}
