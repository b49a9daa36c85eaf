/** The tables of one version, and the walk through a value by the shapes that they give it. */
import type { Entry, MapNode, Node } from "#text";
import { entryOf, isIntegerNode, itemsOf, stringOf, valueOf } from "#text";
import { bindingTable } from "./bindings/binding-table.ts";
import type { Dialect } from "./dialect.ts";
import { any, either, orReference, derive, field, fields, list, object, table } from "./fields.ts";
import { credentialPlace, freeExample, objects24 } from "./objects-2.ts";
import { objects30, objectsDraft } from "./objects-3.ts";
import { schemaDialectOf, schemaFormatOf } from "./schema-format.ts";
import { schemaShape } from "./schema-keywords.ts";
import { draftOf } from "./schema-vocabulary.ts";
import type { ObjectShape, ObjectTable, Shape, BindingKind, ObjectName, ObjectTables } from "./shape.ts";
import { isSchemaObject } from "./shape.ts";

/** The keys that all bindings objects of 2.4 have. */
const keys24 = [
  "http",
  "ws",
  "kafka",
  "anypointmq",
  "amqp",
  "amqp1",
  "mqtt",
  "mqtt5",
  "nats",
  "jms",
  "sns",
  "solace",
  "sqs",
  "stomp",
  "redis",
  "mercure",
];

/**
 * The protocol keys of a bindings object in a version: 2.4 has `ibmmq` except for operations, the draft and 2.5 add `googlepubsub`,
 * 2.6 and the released 3.0 add `pulsar`, 3.1 adds `ros2`.
 */
export function bindingKeys(dialect: Dialect, kind: BindingKind): readonly string[] {
  const later = dialect.line !== "2";
  const keys = [...keys24];
  if (later || kind !== "operation") keys.push("ibmmq");
  if (later || dialect.minor >= 5) keys.push("googlepubsub");
  if (dialect.line === "3" || dialect.minor >= 5) keys.push("pulsar");
  if (dialect.line === "3" && dialect.minor >= 1) keys.push("ros2");
  return keys;
}

/** The object tables for one document. */
export interface Tables {
  readonly dialect: Dialect;
  object(name: ObjectName): ObjectTable;
}

type Bindings = "ServerBindings" | "ChannelBindings" | "OperationBindings" | "MessageBindings" | "Binding";

function baseObjects(dialect: Dialect): Omit<ObjectTables, Bindings> {
  if (dialect.line === "3") return objects30;
  if (dialect.line === "draft-3") return { ...objects30, ...objectsDraft };
  const objects = { ...objects30, ...objects24 };
  if (dialect.minor === 0) return { ...objects, MessageExample: freeExample };
  if (dialect.minor < 5) return objects;
  return { ...objects, Server: derive(objects.Server, { add: { tags: field(list(object("Tag"))) } }) };
}

function bindingsTable(dialect: Dialect, kind: BindingKind): ObjectTable {
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} Bindings Object`;
  const shapes = bindingKeys(dialect, kind).map((key) => [key, { ...orReference("Binding"), binding: { protocol: key, kind } }]);
  return table(title, fields(Object.fromEntries(shapes) as Readonly<Record<string, Shape>>));
}

/** The root object with the document's own spelling of the version field. */
function withSpelling(root: ObjectTable, spelling: Dialect["spelling"]): ObjectTable {
  const entries = Object.entries(root.fields).map(([name, each]) => [name === "msgapi" ? spelling : name, each]);
  return { ...root, fields: Object.fromEntries(entries) as ObjectTable["fields"] };
}

function createObjects(dialect: Dialect): ObjectTables {
  const objects = baseObjects(dialect);
  return {
    ...objects,
    Root: withSpelling(objects.Root, dialect.spelling),
    ServerBindings: bindingsTable(dialect, "server"),
    ChannelBindings: bindingsTable(dialect, "channel"),
    OperationBindings: bindingsTable(dialect, "operation"),
    MessageBindings: bindingsTable(dialect, "message"),
    Binding: { title: "binding", extensible: true, fields: {} },
  };
}

const objectsByVersion = new Map<string, ObjectTables>();

/** The tables of a version, created once. 2.0 to 2.4 are read as 2.4, except for the free examples of 2.0. */
export function tablesOf(dialect: Dialect): Tables {
  const id = `${dialect.line}.${dialect.minor}.${dialect.spelling}`;
  let objects = objectsByVersion.get(id);
  if (!objects) {
    objects = createObjects(dialect);
    objectsByVersion.set(id, objects);
  }
  const known = objects;
  return { dialect, object: (name) => known[name] };
}

/** The context of a traversal: the tables, and a function that follows references (the identity before files are loaded). */
export interface TraversalContext {
  readonly tables: Tables;
  follow(node: Node): Node | undefined;
}

/** A child of a value with the shape that it must have. */
export interface ShapedNode {
  /** Its entry; absent for the items of a list. */
  readonly entry?: Entry;
  readonly node: Node;
  readonly shape: Shape;
}

/** A shape after {@link matchingShape}. */
export type PlainShape = Exclude<Shape, { kind: "either" }>;

/** The table of a value whose shape has fields. The table of a binding depends on its `bindingVersion`. */
export function tableFor(shape: PlainShape, node: Node, tables: Tables): ObjectTable | undefined {
  if (shape.kind === "inline") return shape.table;
  if (shape.kind !== "object") return undefined;
  const { binding } = shape;
  const table = binding && bindingTable(binding.protocol, binding.kind, stringOf(node, "bindingVersion"));
  return table ?? tables.object(shape.object);
}

/** The effective `schemaFormat` of a message of 2.x or the draft: that of the last trait with one wins over the message's own. */
function effectiveFormat(message: MapNode, reading: TraversalContext): string | undefined {
  let format = stringOf(message, "schemaFormat");
  for (const trait of itemsOf(valueOf(message, "traits"))) format = stringOf(reading.follow(trait), "schemaFormat") ?? format;
  return format;
}

const otherSchema: Shape = either(orReference("Payload"), any);
const languages: Readonly<Record<string, Shape>> = {
  avro: either({ ...orReference("Payload"), language: "avro" }, any),
  protobuf: either({ ...orReference("Payload"), language: "protobuf" }, any),
  raml: either({ ...orReference("Payload"), language: "raml" }, any),
};

/** The shape of a payload by its format: a table of keywords for dialects of JSON Schema, otherwise a value for another reader. */
function payloadShape(schemaFormat: string | undefined, root: Node, { dialect }: Tables): Shape {
  const written = schemaDialectOf(schemaFormat, dialect, root);
  if (written === undefined) return languages[schemaFormatOf(schemaFormat, dialect).family] ?? otherSchema;
  return schemaShape(written);
}

function fieldShape(table: ObjectTable, { key }: Entry): Shape {
  const field = Object.hasOwn(table.fields, key) ? table.fields[key] : undefined;
  if (field) return field.shape;
  if (table.extensible && key.startsWith("x-")) return any;
  return table.others?.shape ?? any;
}

/** Called with a child of a value, its shape, and its entry unless it is an item of a list. */
type PartVisitor = (node: Node, shape: Shape, entry: Entry | undefined) => void;

/** The shape of a payload of 3.x. A format beside it, as in 2.x, is reported, and the payload is read as the author means it. */
function withFormatBeside(
  own: Shape & { readonly kind: "either" },
  message: MapNode,
  { reading, payload }: { readonly reading: TraversalContext; readonly payload: Node },
): Shape {
  const format = effectiveFormat(message, reading);
  const [wrapped = any] = own.of;
  return format === undefined ? own : either(wrapped, payloadShape(format, payload, reading.tables));
}

function visitFields(shape: PlainShape, node: MapNode, { reading, visit }: { reading: TraversalContext; visit: PartVisitor }): void {
  const table = tableFor(shape, node, reading.tables);
  if (!table) return;
  const object = shape.kind === "object" ? shape.object : undefined;
  for (const entry of node.entries) {
    const own = fieldShape(table, entry);
    if (object === "Message" && entry.key === "payload" && own.kind === "either") {
      visit(entry.value, withFormatBeside(own, node, { reading, payload: entry.value }), entry);
    } else if (own.kind === "object" && own.object === "Payload") {
      visit(entry.value, payloadShape(effectiveFormat(node, reading), entry.value, reading.tables), entry);
    } else visit(entry.value, object === "SecurityScheme" && entry.key === "in" ? credentialPlace(stringOf(node, "type")) : own, entry);
  }
}

/** Visits the children that {@link partsOf} lists, in the same order, without building a list. */
export function visitParts(shape: PlainShape, node: Node, { reading, visit }: { reading: TraversalContext; visit: PartVisitor }): void {
  if (shape.kind === "list" && node.kind === "list") for (const item of node.items) visit(item, shape.items, undefined);
  else if (node.kind !== "map") return;
  else if (shape.kind === "map") for (const entry of node.entries) visit(entry.value, shape.values, entry);
  else visitFields(shape, node, { reading, visit });
}

/**
 * The children of a value with their shapes: the one traversal that loading, structure check and normalizer share. `shape` comes from
 * {@link matchingShape}. A Reference Object has no parts, so follow it first. Not recursive: with aliases a node has many parents, so
 * callers must remember which nodes they visited.
 */
export function partsOf(shape: PlainShape, node: Node, reading: TraversalContext): readonly ShapedNode[] {
  const parts: ShapedNode[] = [];
  visitParts(shape, node, {
    reading,
    visit: (part, own, entry) => parts.push(entry ? { entry, node: part, shape: own } : { node: part, shape: own }),
  });
  return parts;
}

/** Whether a value with `$ref` is a reference. If the shape does not allow one, it is data. */
export function mayRefer(shape: Shape, node: Node): boolean {
  // The shape is checked first, because looking for a key costs more.
  if (shape.kind === "either") return shape.of.some((each) => mayRefer(each, node));
  return shape.kind === "object" && shape.reference !== undefined && entryOf(node, "$ref") !== undefined;
}

function matchesObject(shape: ObjectShape, node: Node): boolean {
  if (node.kind !== "map") return false;
  return !shape.when || shape.when.some((key) => entryOf(node, key) !== undefined);
}

const nodeKinds: Readonly<Record<Exclude<Shape["kind"], "any" | "object" | "either">, Node["kind"]>> = {
  string: "string",
  boolean: "boolean",
  null: "null",
  number: "number",
  integer: "number",
  inline: "map",
  map: "map",
  list: "list",
};

/** Whether a value has the type of a shape. Its content, bounds and lists of values are not checked. */
export function matchesShape(shape: Shape, node: Node): boolean {
  if (shape.kind === "any") return true;
  if (shape.kind === "either") return shape.of.some((each) => matchesShape(each, node));
  if (shape.kind === "object") return matchesObject(shape, node);
  if (nodeKinds[shape.kind] !== node.kind) return false;
  // Draft 07 § 6.1.1: any number without a fractional part is an integer, `1.0` too.
  return shape.kind !== "integer" || (node.kind === "number" && isIntegerNode(node));
}

/** The shape of a schema, in the draft that its own `$schema` names. */
function inOwnDraft(shape: ObjectShape, node: Node): ObjectShape | undefined {
  const named = stringOf(node, "$schema");
  const draft = named === undefined ? undefined : draftOf(named);
  const own = draft === undefined ? shape : schemaShape(draft);
  return own.kind === "either" ? own.of.find((each) => each.kind === "object") : shape;
}

/**
 * The shape for a value: the first alternative of an `either` that matches, or `undefined`. For a reference, call it again with the
 * target and the same shape: the target may match another alternative (a Multi Format Schema in the components).
 */
export function matchingShape(shape: Shape, node: Node): Exclude<Shape, { kind: "either" }> | undefined {
  if (shape.kind === "object" && isSchemaObject(shape.object)) return inOwnDraft(shape, node);
  if (shape.kind !== "either") return shape;
  for (const each of shape.of) {
    if (matchesShape(each, node)) return matchingShape(each, node);
  }
  return undefined;
}
