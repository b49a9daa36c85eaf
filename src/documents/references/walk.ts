import type { JsonSchemaDialect, ObjectName, ObjectShape, ShapedNode, PlainShape, TraversalContext, SchemaResources, Shape } from "#format";
import { draftOf, visitParts, matchingShape, isSchemaObject, mayRefer, schemaDialectOf, tableFor } from "#format";
import type { MapNode, Node, Tile } from "#text";
import { entryOf, Memo, stringOf } from "#text";
import type { ReferenceSite } from "./reference-site.ts";
import type { TileWalks } from "./tile-walks.ts";

/** Receives the results of the walk. */
export interface WalkHandlers {
  readonly found: (reference: ReferenceSite) => void;
  readonly resources: SchemaResources;
  /** References of the previous version of the main document. */
  readonly tiles?: TileWalks | undefined;
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
  /** The references of the current tile, if they are to be remembered. */
  private recorded: ReferenceSite[] | undefined;
  /** Whether references are not reported, because they were reported before. */
  private silent = false;
  private readonly seen = new Map<Node, string | Shape | Set<string | Shape>>();

  constructor(reading: TraversalContext, handlers: WalkHandlers) {
    this.reading = reading;
    this.handlers = handlers;
  }

  add(node: Node, shape: Shape): void {
    if ((node.kind !== "map" && node.kind !== "list") || this.memo.of(isReferenceFree, shape) || this.wasSeen(node, shape)) return;
    this.visitSkipped(node);
    this.pending.push({ node, shape });
  }

  /** Visits all added values and everything below, before any reference is followed. Unchanged tiles are not walked. */
  drainFirst(): void {
    const { tiles } = this.handlers;
    for (let visit = this.pending.pop(); visit; visit = this.pending.pop()) {
      const tile = tiles?.tileOf(visit.node);
      if (tiles && tile) this.visitTile(tile, visit, tiles);
      else this.visit(visit);
    }
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

  private visitTile(tile: Tile, visit: WalkItem, tiles: TileWalks): void {
    const recalled = tiles.recall(tile, visit.shape);
    if (recalled) {
      const fitted = matchingShape(visit.shape, visit.node);
      if (fitted) this.markSeen(visit.node, keyOf(fitted));
      recalled.forEach(this.handlers.found);
      return;
    }
    const found: ReferenceSite[] = [];
    this.recorded = found;
    this.visitAll(visit);
    // If the result depends on more than the tile, the recording was stopped.
    if (this.endRecord()) tiles.keep(tile, visit.shape, found);
  }

  private endRecord(): boolean {
    const isWhole = this.recorded !== undefined;
    this.recorded = undefined;
    return isWhole;
  }

  /** Walks a skipped tile that contains a node, because the node may now be used as another object. */
  private visitSkipped(node: Node): void {
    const skipped = this.handlers.tiles?.skippedAt(node);
    if (!skipped) return;
    this.silent = true;
    this.seen.delete(skipped.node);
    this.visitAll(skipped);
    this.silent = false;
  }

  /** Visits a value and everything below. */
  private visitAll(visit: WalkItem): void {
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
    this.recorded = undefined;
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
    this.recorded = undefined;
    this.handlers.resources.enter(node, dialect);
  }

  /** Reports a reference. Returns whether the fields beside it count. */
  private reference(node: MapNode, shape: Shape, fitted: ObjectShape): boolean {
    const siblings = Object.hasOwn(tableFor(fitted, node, this.reading.tables)?.fields ?? {}, "$ref");
    const text = node.entries.length === 1 ? stringOf(node, "$ref") : undefined;
    const reference = { node, object: fitted.object, shape, siblings, text };
    this.recorded?.push(reference);
    if (!this.silent) this.handlers.found(reference);
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
