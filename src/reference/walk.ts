import type { ObjectName, ObjectShape, Part, Reading, Shape } from "#format";
import { eachPart, fitting, mayRefer, schemaFormatOf, tableFor } from "#format";
import type { MapNode, Node } from "#json";
import { entryOf, stringOf } from "#json";
import type { SchemaResources } from "./schema-resources.ts";

/** A `$ref` where the format lets a reference stand. Its value may still be no reference at all. */
export interface FoundReference {
  readonly node: MapNode;
  readonly object: ObjectName;
  /** What has to stand at its end. */
  readonly shape: Shape;
  /** The fields beside `$ref` count too (the 2.x Channel Item Object). */
  readonly siblings: boolean;
}

/** What the walk tells of. */
export interface WalkHandlers {
  readonly found: (reference: FoundReference) => void;
  readonly resources: SchemaResources;
}

type Visit = Pick<Part, "node" | "shape">;

/**
 * Walks values by the tables of the format, each once an object it is expected to be, and hands out the references found.
 * A worklist, not a recursion: through references and aliases the values are a graph.
 */
export class Walk {
  private readonly reading: Reading;
  private readonly handlers: WalkHandlers;
  private readonly pending: Visit[] = [];
  private deferred: Visit[] = [];
  private readonly seen = new Map<Node, string | Shape | Set<string | Shape>>();

  constructor(reading: Reading, handlers: WalkHandlers) {
    this.reading = reading;
    this.handlers = handlers;
  }

  add(node: Node, shape: Shape): void {
    if ((node.kind === "map" || node.kind === "list") && !isBarren(shape)) this.pending.push({ node, shape });
  }

  /** Visits all that was added and all below. Stops at references: their targets are added by whoever resolves them. */
  drain(): void {
    for (let visit = this.pending.pop(); visit; visit = this.pending.pop()) this.visit(visit);
  }

  /**
   * Visits the messages whose traits had to be read first, because a trait may name the format of the payload.
   * Whether there were any.
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

  private first(node: Node, key: string | Shape): boolean {
    const keys = this.seen.get(node);
    if (keys === undefined) this.seen.set(node, key);
    else if (keys instanceof Set) {
      if (keys.has(key)) return false;
      keys.add(key);
    } else if (keys === key) return false;
    else this.seen.set(node, new Set([keys, key]));
    return true;
  }

  private visit({ node, shape }: Visit): void {
    const fitted = fitting(shape, node);
    if (!fitted || !this.first(node, fitted.kind === "object" ? fitted.object : fitted)) return;
    if (fitted.kind !== "object" || node.kind !== "map") return this.parts(node, fitted);
    if (mayRefer(shape, node) && !this.reference(node, shape, fitted)) return;
    this.noteResource(node, fitted.object);
    const traits = fitted.object === "Message" ? entryOf(node, "traits") : undefined;
    if (!traits) return this.parts(node, fitted);
    const field = this.reading.tables.object("Message").fields.traits;
    if (field) this.add(traits.value, field.shape);
    this.deferred.push({ node, shape: fitted });
  }

  /** A schema that says it is JSON Schema, by `$schema` or the `schemaFormat` beside it. */
  private noteResource(node: MapNode, object: ObjectName): void {
    if (object === "Schema" && stringOf(node, "$schema") !== undefined) this.handlers.resources.add(node);
    if (object !== "Message" && object !== "MultiFormatSchema") return;
    const schema = entryOf(node, object === "Message" ? "payload" : "schema")?.value;
    const format = stringOf(node, "schemaFormat");
    if (!schema || format === undefined) return;
    if (schemaFormatOf(format, this.reading.tables.dialect).family === "json-schema") this.handlers.resources.add(schema);
  }

  /** Hands out a reference; whether the fields beside it count. */
  private reference(node: MapNode, shape: Shape, fitted: ObjectShape): boolean {
    const siblings = Object.hasOwn(tableFor(fitted, node, this.reading.tables)?.fields ?? {}, "$ref");
    this.handlers.found({ node, object: fitted.object, shape, siblings });
    return siblings;
  }

  /** Last first, because the worklist is a stack and references are to be found in text order. */
  private parts(node: Node, shape: Shape): void {
    const fitted = fitting(shape, node);
    if (!fitted) return;
    const { reading } = this;
    const parts: Visit[] = [];
    const visit = (part: Node, own: Shape): void => {
      if ((part.kind === "map" || part.kind === "list") && !isBarren(own)) parts.push({ node: part, shape: own });
    };
    eachPart(fitted, node, { reading, visit });
    for (let part = parts.pop(); part; part = parts.pop()) this.pending.push(part);
  }
}

const barren = new WeakMap<Shape, boolean>();

/** As {@link holdsNothing}, which is found out once for each shape of the tables. */
function isBarren(shape: Shape): boolean {
  if (shape.kind === "object") return false;
  const known = barren.get(shape) ?? holdsNothing(shape);
  barren.set(shape, known);
  return known;
}

/** Whether nothing below a shape can be a reference, so that it need not be walked. */
function holdsNothing(shape: Shape): boolean {
  if (shape.kind === "map") return holdsNothing(shape.values);
  if (shape.kind === "list") return holdsNothing(shape.items);
  if (shape.kind === "either") return shape.of.every(holdsNothing);
  return shape.kind !== "object" && shape.kind !== "inline";
}
