import type { JsonSchemaDialect, ObjectName, ObjectShape, ShapedNode, PlainShape, TraversalContext, SchemaResources, Shape } from "#format";
import { draftOf, visitParts, matchingShape, isSchemaObject, mayRefer, schemaDialectOf, tableFor } from "#format";
import type { MapNode, Node, Tile } from "#text";
import { entryOf, stringOf } from "#text";
import type { FoundReference } from "./found-reference.ts";
import type { TileWalks } from "./tile-walks.ts";

/** What the walk tells of. */
export interface WalkHandlers {
  readonly found: (reference: FoundReference) => void;
  readonly resources: SchemaResources;
  /** What is known of the main document from before. */
  readonly tiles?: TileWalks | undefined;
}

type Visit = Pick<ShapedNode, "node" | "shape">;

/**
 * Walks values by the tables of the format, each once an object it is expected to be, and hands out the references found.
 * A worklist, not a recursion: through references and aliases the values are a graph.
 */
export class Walk {
  private readonly reading: TraversalContext;
  private readonly handlers: WalkHandlers;
  private readonly pending: Visit[] = [];
  private deferred: Visit[] = [];
  /** The references of the tile that is walked, where they are to be kept. */
  private recorded: FoundReference[] | undefined;
  /** What is visited was found before: it only counts as seen. */
  private silent = false;
  private readonly seen = new Map<Node, string | Shape | Set<string | Shape>>();

  constructor(reading: TraversalContext, handlers: WalkHandlers) {
    this.reading = reading;
    this.handlers = handlers;
  }

  add(node: Node, shape: Shape): void {
    if ((node.kind !== "map" && node.kind !== "list") || isBarren(shape) || this.wasSeen(node, shape)) return;
    this.visitSkipped(node);
    this.pending.push({ node, shape });
  }

  /** Visits all that was added and all below, before any reference is followed: what is known of unchanged tiles is taken from there. */
  drainFirst(): void {
    const { tiles } = this.handlers;
    for (let visit = this.pending.pop(); visit; visit = this.pending.pop()) {
      const tile = tiles?.tileOf(visit.node);
      if (tiles && tile) this.visitTile(tile, visit, tiles);
      else this.visit(visit);
    }
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

  private visitTile(tile: Tile, visit: Visit, tiles: TileWalks): void {
    const recalled = tiles.recall(tile, visit.shape);
    if (recalled) {
      const fitted = matchingShape(visit.shape, visit.node);
      if (fitted) this.first(visit.node, keyOf(fitted));
      recalled.forEach(this.handlers.found);
      return;
    }
    const found: FoundReference[] = [];
    this.recorded = found;
    this.visitAll(visit);
    // What depends on more than the tile says was not recorded to the end.
    if (this.endRecord()) tiles.keep(tile, visit.shape, found);
  }

  private endRecord(): boolean {
    const isWhole = this.recorded !== undefined;
    this.recorded = undefined;
    return isWhole;
  }

  /** Where a value stands in a tile that was not visited, that is made up for: parts of it may be met as something else. */
  private visitSkipped(node: Node): void {
    const skipped = this.handlers.tiles?.skippedAt(node);
    if (!skipped) return;
    this.silent = true;
    this.seen.delete(skipped.node);
    this.visitAll(skipped);
    this.silent = false;
  }

  /** Visits a value and all that is inside of it. */
  private visitAll(visit: Visit): void {
    const others = this.pending.length;
    this.visit(visit);
    while (this.pending.length > others) {
      const next = this.pending.pop();
      if (next) this.visit(next);
    }
  }

  private wasSeen(node: Node, shape: Shape): boolean {
    const keys = this.seen.get(node);
    const fitted = keys === undefined ? undefined : matchingShape(shape, node);
    if (keys === undefined || !fitted) return false;
    return keys instanceof Set ? keys.has(keyOf(fitted)) : keys === keyOf(fitted);
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
    const fitted = matchingShape(shape, node);
    if (!fitted || !this.first(node, keyOf(fitted))) return;
    if (fitted.kind !== "object" || node.kind !== "map") return this.parts(node, fitted);
    if (mayRefer(shape, node) && !this.reference(node, shape, fitted)) return;
    this.enterResource(node, fitted.object);
    const traits = fitted.object === "Message" ? entryOf(node, "traits") : undefined;
    if (!traits) return this.parts(node, fitted);
    const field = this.reading.tables.object("Message").fields.traits;
    if (field) this.add(traits.value, field.shape);
    this.recorded = undefined;
    this.deferred.push({ node, shape: fitted });
  }

  /** A schema that says it is JSON Schema, by `$schema` or the `schemaFormat` beside it. */
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
    this.recorded = undefined;
    this.handlers.resources.enter(node, dialect);
  }

  /** Hands out a reference; whether the fields beside it count. */
  private reference(node: MapNode, shape: Shape, fitted: ObjectShape): boolean {
    const siblings = Object.hasOwn(tableFor(fitted, node, this.reading.tables)?.fields ?? {}, "$ref");
    const text = node.entries.length === 1 ? stringOf(node, "$ref") : undefined;
    const reference = { node, object: fitted.object, shape, siblings, text };
    this.recorded?.push(reference);
    if (!this.silent) this.handlers.found(reference);
    return siblings;
  }

  /** Last first, because the worklist is a stack and references are to be found in text order. */
  private parts(node: Node, shape: Shape): void {
    const fitted = matchingShape(shape, node);
    if (!fitted) return;
    const { reading } = this;
    const parts: Visit[] = [];
    const visit = (part: Node, own: Shape): void => {
      if ((part.kind === "map" || part.kind === "list") && !isBarren(own)) parts.push({ node: part, shape: own });
    };
    visitParts(fitted, node, { reading, visit });
    for (let part = parts.pop(); part; part = parts.pop()) this.pending.push(part);
  }
}

/** What a value is looked at as. */
function keyOf(fitted: PlainShape): string | Shape {
  return fitted.kind === "object" ? fitted.object : fitted;
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
