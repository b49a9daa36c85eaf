import type { Field, ObjectName, ObjectShape, ObjectTable, SchemaFormat, Shape, Tables } from "#format";
import { fitting, schemaFormatOf, schemaShape, tableFor } from "#format";
import type { MapNode, Node } from "#json";
import { entryOf, stringOf } from "#json";

/** What stands somewhere: a shape and, for a payload, the family of its schema format. */
export interface Expected {
  readonly shape: Shape;
  readonly family?: SchemaFormat["family"];
}

/** A `$ref` where the format lets a reference stand. Its value may still be no reference at all. */
export interface FoundReference {
  readonly node: MapNode;
  readonly object: ObjectName;
  readonly expected: Expected;
  /** The fields beside `$ref` count too (the 2.x Channel Item Object). */
  readonly siblings: boolean;
}

interface Visit extends Expected {
  readonly node: Node;
}

/** A message whose schema format its traits decide, which can be asked only when they are read. */
export interface DeferredMessage {
  readonly node: MapNode;
  readonly payload: Node;
  readonly shape: Shape;
}

/** Families whose schemas are walked by the keywords of JSON Schema. */
const schemaFamilies: ReadonlySet<SchemaFormat["family"]> = new Set(["schema-object", "json-schema", "openapi"]);

/**
 * Walks values by the tables of the format, each once an object it is expected to be, and hands out the references found.
 * A worklist, not a recursion: through references and aliases the values are a graph.
 */
export class Walk {
  readonly deferred: DeferredMessage[] = [];
  private readonly tables: Tables;
  private readonly found: (reference: FoundReference) => void;
  private readonly pending: Visit[] = [];
  private readonly seen = new Map<Node, Set<string | Shape>>();

  constructor(tables: Tables, found: (reference: FoundReference) => void) {
    this.tables = tables;
    this.found = found;
  }

  add(node: Node, expected: Expected): void {
    if (node.kind !== "map" && node.kind !== "list") return;
    this.pending.push({ node, ...expected });
  }

  /** Visits all that was added and all below. Stops at references: their targets are added by whoever resolves them. */
  drain(): void {
    for (let visit = this.pending.pop(); visit; visit = this.pending.pop()) this.visit(visit);
  }

  private first(node: Node, key: string | Shape): boolean {
    const keys = this.seen.get(node);
    if (!keys) this.seen.set(node, new Set([key]));
    else if (keys.has(key)) return false;
    else keys.add(key);
    return true;
  }

  private visit({ node, shape: written, family }: Visit): void {
    const shape = fitting(written, node);
    if (!shape) return;
    if (shape.kind === "object") return this.object(node, shape, { shape: written, ...(family ? { family } : {}) });
    if (shape.kind === "map" || shape.kind === "list") return this.collection(node, shape);
    if (shape.kind === "inline" && node.kind === "map" && this.first(node, shape)) this.fields(node, shape.table);
  }

  private collection(node: Node, shape: Shape & { kind: "map" | "list" }): void {
    const below = shape.kind === "map" ? shape.values : shape.items;
    if (holdsNothing(below) || !this.first(node, shape)) return;
    if (shape.kind === "map" && node.kind === "map") for (const { value } of reversed(node.entries)) this.add(value, { shape: below });
    if (shape.kind === "list" && node.kind === "list") for (const item of reversed(node.items)) this.add(item, { shape: below });
  }

  private object(node: Node, shape: ObjectShape, expected: Expected): void {
    if (node.kind !== "map") return;
    const { object } = shape;
    if (object === "Payload") return this.payload(node, expected);
    // A binding is another object for every protocol and place.
    if (!this.first(node, shape.binding ? shape : object)) return;
    const table = tableFor(shape, node, this.tables) ?? this.tables.object(object);
    if (entryOf(node, "$ref") && mayRefer(expected.shape, node)) {
      const siblings = Object.hasOwn(table.fields, "$ref");
      this.found({ node, object, expected, siblings });
      if (!siblings) return;
    }
    this.fields(node, table, object);
  }

  /** A schema of the format that the message names. Only JSON Schema and its kin have references inside. */
  private payload(node: MapNode, { shape, family = "schema-object" }: Expected): void {
    if (schemaFamilies.has(family)) return this.add(node, { shape: schemaShape });
    if (!this.first(node, `Payload ${family}`) || !entryOf(node, "$ref")) return;
    this.found({ node, object: "Payload", expected: { shape, family }, siblings: false });
  }

  private fields(node: MapNode, table: ObjectTable, object?: ObjectName): void {
    for (const { key, value } of reversed(node.entries)) {
      const shape = shapeOf(table, key);
      if (!shape || holdsNothing(shape)) continue;
      if (!isPayload(shape)) this.add(value, { shape });
      else if (object === "Message" && entryOf(node, "traits")) this.deferred.push({ node, payload: value, shape });
      else this.add(value, { shape, family: schemaFormatOf(stringOf(node, "schemaFormat"), this.tables.dialect).family });
    }
  }
}

/** The shape of what stands under a key of an object. */
export function shapeOf(table: ObjectTable, key: string): Shape | undefined {
  const field: Field | undefined = Object.hasOwn(table.fields, key) ? table.fields[key] : undefined;
  if (field) return field.shape;
  return table.extensible && key.startsWith("x-") ? undefined : table.others?.shape;
}

function isPayload(shape: Shape): boolean {
  return shape.kind === "object" && shape.object === "Payload";
}

/** Whether a shape lets a Reference Object stand in place of an object. */
export function mayRefer(shape: Shape, node: Node): boolean {
  const fitted = fitting(shape, node);
  return fitted?.kind === "object" && fitted.reference !== undefined;
}

/** Whether nothing below a shape can be a reference, so that it need not be walked. */
function holdsNothing(shape: Shape): boolean {
  if (shape.kind === "map") return holdsNothing(shape.values);
  if (shape.kind === "list") return holdsNothing(shape.items);
  if (shape.kind === "either") return shape.of.every(holdsNothing);
  return shape.kind !== "object" && shape.kind !== "inline";
}

/** Last first, because the worklist is a stack and references are to be found in text order. */
function reversed<T>(list: readonly T[]): readonly T[] {
  return list.toReversed();
}
