import type { JsonSchemaDialect, ObjectName, ObjectShape, ShapedNode, PlainShape, TraversalContext, SchemaResources, Shape } from "#format";
import { draftOf, visitParts, matchingShape, isSchemaObject, mayRefer, schemaDialectOf, tableFor } from "#format";
import type { MapNode, Node } from "#text";
import { entryOf, Memo, stringOf } from "#text";
import type { ReferenceSite } from "./reference-site.ts";

/** Receives the results of the walk. */
export interface WalkHandlers {
  readonly found: (reference: ReferenceSite) => void;
  readonly resources: SchemaResources;
}

type WalkItem = Pick<ShapedNode, "node" | "shape">;

/**
 * Walks values by the tables of the format and reports the references. Each value is visited once for each object that it is used as. It
 * uses a worklist, because references and aliases make the values a graph.
 */
export class ReferenceWalk {
  private readonly memo = new Memo();
  private readonly reading: TraversalContext;
  private readonly handlers: WalkHandlers;
  private readonly pending: WalkItem[] = [];
  private deferred: WalkItem[] = [];
  private readonly seen = new Map<Node, string | Shape | Set<string | Shape>>();

  constructor(reading: TraversalContext, handlers: WalkHandlers) {
    this.reading = reading;
    this.handlers = handlers;
  }

  add(node: Node, shape: Shape): void {
    if ((node.kind !== "map" && node.kind !== "list") || this.memo.of(isReferenceFree, shape) || this.wasSeen(node, shape)) return;
    this.pending.push({ node, shape });
  }

  /** Visits all added values and everything below. It stops at references; the resolver adds their targets. */
  drain(): void {
    for (let visit = this.pending.pop(); visit; visit = this.pending.pop()) this.visit(visit);
  }

  /**
   * Visits the messages with traits, which wait because a trait may name the format of the payload. Returns whether there were any.
   */
  drainDeferred(): boolean {
    const visits = this.deferred;
    this.deferred = [];
    for (const { node, shape } of visits) {
      this.parts(node, shape);
      this.drain();
    }
    return visits.length > 0;
  }

  private wasSeen(node: Node, shape: Shape): boolean {
    const keys = this.seen.get(node);
    const fitted = keys === undefined ? undefined : matchingShape(shape, node);
    if (keys === undefined || !fitted) return false;
    return keys instanceof Set ? keys.has(keyOf(fitted)) : keys === keyOf(fitted);
  }

  private markSeen(node: Node, key: string | Shape): boolean {
    const keys = this.seen.get(node);
    if (keys === undefined) this.seen.set(node, key);
    else if (keys instanceof Set) {
      if (keys.has(key)) return false;
      keys.add(key);
    } else if (keys === key) return false;
    else this.seen.set(node, new Set([keys, key]));
    return true;
  }

  private visit({ node, shape }: WalkItem): void {
    const fitted = matchingShape(shape, node);
    if (!fitted || !this.markSeen(node, keyOf(fitted))) return;
    if (fitted.kind !== "object" || node.kind !== "map") return this.parts(node, fitted);
    if (mayRefer(shape, node) && !this.reference(node, shape, fitted)) return;
    this.enterResource(node, fitted.object);
    const traits = fitted.object === "Message" ? entryOf(node, "traits") : undefined;
    if (!traits) return this.parts(node, fitted);
    const field = this.reading.tables.object("Message").fields.traits;
    if (field) this.add(traits.value, field.shape);
    this.deferred.push({ node, shape: fitted });
  }

  /** Adds a schema that declares itself as JSON Schema, by `$schema` or by the `schemaFormat` beside it. */
  private enterResource(node: MapNode, object: ObjectName): void {
    const named = isSchemaObject(object) ? stringOf(node, "$schema") : undefined;
    if (named !== undefined) this.resource(node, draftOf(named) ?? "draft-07");
    if (object !== "Message" && object !== "MultiFormatSchema") return;
    const schema = entryOf(node, object === "Message" ? "payload" : "schema")?.value;
    const format = stringOf(node, "schemaFormat");
    if (!schema || format === undefined) return;
    const dialect = schemaDialectOf(format, this.reading.tables.dialect, schema);
    if (dialect !== undefined && dialect !== "schema-object") this.resource(schema, dialect);
  }

  private resource(node: Node, dialect: JsonSchemaDialect): void {
    this.handlers.resources.enter(node, dialect);
  }

  /** Reports a reference. Returns whether the fields beside it count. */
  private reference(node: MapNode, shape: Shape, fitted: ObjectShape): boolean {
    const siblings = Object.hasOwn(tableFor(fitted, node, this.reading.tables)?.fields ?? {}, "$ref");
    const text = node.entries.length === 1 ? stringOf(node, "$ref") : undefined;
    this.handlers.found({ node, object: fitted.object, shape, siblings, text });
    return siblings;
  }

  /** Adds the children, last first, because the worklist is a stack and references are reported in text order. */
  private parts(node: Node, shape: Shape): void {
    const fitted = matchingShape(shape, node);
    if (!fitted) return;
    const { reading } = this;
    const parts: WalkItem[] = [];
    const visit = (part: Node, own: Shape): void => {
      if ((part.kind === "map" || part.kind === "list") && !this.memo.of(isReferenceFree, own)) parts.push({ node: part, shape: own });
    };
    visitParts(fitted, node, { reading, visit });
    for (let part = parts.pop(); part; part = parts.pop()) this.pending.push(part);
  }
}

/** The key of a visit: the object or shape that a value is used as. */
function keyOf(fitted: PlainShape): string | Shape {
  return fitted.kind === "object" ? fitted.object : fitted;
}

/** Whether no value of a shape can contain a reference, so that it need not be walked. */
function isReferenceFree(shape: Shape): boolean {
  if (shape.kind === "map") return isReferenceFree(shape.values);
  if (shape.kind === "list") return isReferenceFree(shape.items);
  if (shape.kind === "either") return shape.of.every(isReferenceFree);
  return shape.kind !== "object" && shape.kind !== "inline";
}
