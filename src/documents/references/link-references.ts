import type { ObjectName, Shape, Tables, JsonSchemaDialect, ObjectShape, ShapedNode, PlainShape, TraversalContext } from "#format";
import {
  holdsSchemas,
  isLikely,
  isSchemaObject,
  SchemaResources,
  draftOf,
  visitParts,
  matchingShape,
  mayRefer,
  schemaDialectOf,
  tableFor,
} from "#format";
import type { Diagnostic, MapNode, Node, TextFile } from "#text";
import { describeKind, entryOf, problem, stringOf, Memo } from "#text";
import { failureProblem, joinByFlag } from "./failure-problems.ts";
import type { Documents, Edge, FileStore } from "./file-store.ts";
import type { FileRequest, ReferenceSite } from "./parse-reference.ts";
import { referenceOf } from "./parse-reference.ts";
import type { TargetKind, ReferenceStep } from "./resolver.ts";
import { isCompatible, isDocument, locateKind, ReferenceResolver } from "./resolver.ts";

/** Receives the results of the walk. */
interface WalkHandlers {
  readonly found: (reference: ReferenceSite) => void;
  readonly resources: SchemaResources;
}

type WalkItem = Pick<ShapedNode, "node" | "shape">;

/**
 * Walks values by the tables of the format and reports the references. Each value is visited once for each object that it is used as. It
 * uses a worklist, because references and aliases make the values a graph.
 */
class ReferenceWalk {
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

/** A title of the tables with its article. */
function withArticle(title: string): string {
  return `${/^[AEIOU]/i.test(title) ? "an" : "a"} ${title}`;
}

function titleOf(object: ObjectName, tables: Tables): string {
  return withArticle(tables.object(object).title);
}

function fitsKind(node: Node, expected: ObjectName): boolean {
  // Schemas of other formats can have other types: Avro has strings and lists, protobuf is a string.
  if (expected === "Payload") return node.kind !== "null";
  // JSON Schema draft 07 § 4.3.2: a boolean is a schema too.
  return node.kind === "map" || (node.kind === "boolean" && (isSchemaObject(expected) || expected === "MultiFormatSchema"));
}

/** Describes a map or list of objects; `undefined` for data. */
function container(shape: Shape, tables: Tables): string | undefined {
  if (shape.kind !== "map" && shape.kind !== "list") return undefined;
  const of = shape.kind === "map" ? shape.values : shape.items;
  const inner = of.kind === "either" ? of.of.find((each) => each.kind === "object") : of;
  if (inner?.kind !== "object") return undefined;
  return `${shape.kind === "map" ? "a map" : "a list"} of ${tables.object(inner.object).title}s`;
}

/** The name of a schema by its language, for messages. */
const languages = { avro: "an Avro schema", protobuf: "a protobuf schema", raml: "a RAML type" };

interface TargetContext {
  readonly located: TargetKind | undefined;
  readonly tables: Tables;
  /** The root value of another file that is not a document of the format. */
  readonly data: Node | undefined;
}

/**
 * Whether data in another file is not what is expected. A boolean or `{}` could be anything, so it is accepted if the data only
 * contains schemas.
 */
function isOther(node: Node, { shape }: ExpectedTarget, { data, tables }: TargetContext): boolean {
  if (!data) return false;
  const saysNothing = node.kind === "boolean" || (node.kind === "map" && node.entries.length === 0);
  return saysNothing ? !holdsSchemas(data) : !isLikely(shape, node, tables);
}

type ExpectedTarget = Pick<ReferenceSite, "object" | "shape">;

function foundInstead(node: Node, expected: ExpectedTarget, where: TargetContext): string | undefined {
  const { located, tables } = where;
  if (located?.object === "Root") return "the document itself";
  if (located?.object && !isCompatible(located.object, expected.object)) return titleOf(located.object, tables);
  if (!fitsKind(node, expected.object)) return describeKind(node);
  if (isOther(node, expected, where)) return node.kind === "map" ? "an object with other fields" : describeKind(node);
  return located && container(located.shape, tables);
}

/** Describes what a target is and what is expected; `undefined` if the target is acceptable. */
function wrongTarget(node: Node, expected: ExpectedTarget, where: TargetContext): { found: string; expected: string } | undefined {
  const found = foundInstead(node, expected, where);
  if (found === undefined) return undefined;
  const shape = expected.shape.kind === "either" ? expected.shape.of.find(({ kind }) => kind === "object") : expected.shape;
  const language = shape?.kind === "object" ? shape.language : undefined;
  return { found, expected: language ? languages[language] : titleOf(expected.object, where.tables) };
}

/** The chain of references from `start` up to a known one. */
function chainFrom(
  start: MapNode,
  known: (node: MapNode) => boolean,
  resolver: ReferenceResolver,
): { chain: Set<MapNode>; end: Node | undefined } {
  const chain = new Set<MapNode>();
  let at: Node | undefined = start;
  while (at?.kind === "map" && !known(at) && !chain.has(at)) {
    chain.add(at);
    at = resolver.stepOf(at)?.node;
  }
  return { chain, end: at };
}

/** The references that must not be followed: the refused ones, and all that lead to one of them. */
function spreadRefusals(references: readonly MapNode[], refused: ReadonlySet<MapNode>, resolver: ReferenceResolver): ReadonlySet<MapNode> {
  if (refused.size === 0) return refused;
  const bad = new Set(refused);
  const fine = new Set<MapNode>();
  for (const reference of references) {
    const { chain, end } = chainFrom(reference, (node) => bad.has(node) || fine.has(node), resolver);
    const found = end?.kind === "map" && bad.has(end) ? bad : fine;
    for (const node of chain) found.add(node);
  }
  return bad;
}

/** Finds and resolves references, and walks their targets, until nothing is left. */
class ReferenceLinker {
  private readonly store: FileStore;
  private readonly tables: Tables;
  private readonly resources = new SchemaResources();
  private readonly resolver: ReferenceResolver;
  private readonly walk: ReferenceWalk;
  /** In the order of their discovery; they become the edges. */
  private readonly references: ReferenceSite[] = [];
  private waiting: ReferenceSite[] = [];
  private readonly known = new Set<MapNode>();
  private readonly refused = new Set<MapNode>();
  private main: TextFile | undefined;
  /** Files with a valid target of a reference. */
  private readonly wanted = new Set<TextFile>();
  private readonly pointers = new Map<NonNullable<ReferenceStep["target"]>, NonNullable<Edge["pointer"]>>();
  private readonly located = new WeakMap<ReferenceStep, { readonly found: TargetKind | undefined }>();

  constructor(store: FileStore, tables: Tables) {
    this.store = store;
    this.tables = tables;
    this.resolver = new ReferenceResolver(store, this.resources);
    this.walk = new ReferenceWalk(
      { tables, follow: (node) => this.follow(node) },
      { found: (reference) => this.found(reference), resources: this.resources },
    );
  }

  async link(root: MapNode): Promise<Pick<Documents, "edges" | "follow" | "resources">> {
    this.main = root.file;
    this.wanted.add(root.file);
    this.walk.add(root, { kind: "object", object: "Root" });
    this.walk.drain();
    for (;;) {
      const requests = this.settle();
      if (requests.length > 0) await this.store.load(requests);
      else if (!this.walk.drainDeferred()) break;
    }
    for (const node of spreadRefusals(
      this.references.map(({ node }) => node),
      this.refused,
      this.resolver,
    ))
      this.resolver.refuse(node);
    for (const each of this.failures()) this.store.problems.push(each);
    this.store.withhold((file) => !this.wanted.has(file));
    return { edges: this.edges(), follow: (node) => this.follow(node), resources: this.resources };
  }

  private follow(node: Node): Node | undefined {
    return node.kind === "map" && this.known.has(node) ? this.resolver.finalOf(node) : node;
  }

  private found(reference: ReferenceSite): void {
    const first = !this.known.has(reference.node);
    this.known.add(reference.node);
    this.references.push(reference);
    this.waiting.push(reference);
    if (first && reference.text === undefined) this.checkShape(reference);
  }

  private checkShape({ node, siblings }: ReferenceSite): void {
    const value = entryOf(node, "$ref")?.value;
    if (!value) return;
    if (value.kind !== "string") {
      this.store.problems.push(problem("reference/syntax", value, { reason: `$ref must be a string, and this is ${describeKind(value)}` }));
      return;
    }
    if (siblings || node.entries.length === 1) return;
    const [first, ...others] = node.entries.filter(({ key }) => key !== "$ref");
    if (!first) return;
    const fields = [first, ...others].map(({ key }) => JSON.stringify(key)).join(", ");
    const related = others.slice(0, 20).map((place) => ({ message: "this one too", place }));
    this.store.problems.push(problem("reference/siblings-ignored", first, { fields, related }));
  }

  /** Resolves all references that can be resolved now. Returns the requests for files that the others need. */
  private settle(): FileRequest[] {
    const requests = new Map<string, FileRequest>();
    const later: ReferenceSite[] = [];
    this.walk.drain();
    // References found on the way are appended to this list.
    for (const reference of this.waiting) {
      const needed = this.resolve(reference);
      if (needed) {
        requests.set(needed.at, needed);
        later.push(reference);
      }
      this.walk.drain();
    }
    this.waiting = later;
    return [...requests.values()];
  }

  private resolve(found: ReferenceSite): FileRequest | undefined {
    const { node, text } = found;
    const again = text === undefined ? undefined : this.resolver.resolveRepeated(node, text);
    if (again) return this.accept(found, again);
    const reference = referenceOf(node);
    if (!reference) return undefined;
    const outcome = this.resolver.resolve(reference);
    if (outcome.kind === "needs") return outcome.request;
    const step = this.resolver.stepOf(node);
    return step && this.accept(found, step);
  }

  /** Walks the target of a reference, or refuses the reference. */
  private accept({ node, object, shape }: ReferenceSite, step: ReferenceStep): undefined {
    const located = this.locate(step);
    const wrong = wrongTarget(step.node, { object, shape }, { located, tables: this.tables, data: this.dataOf(step.node) });
    // If the target is a reference, the walk finds it and continues from there.
    // A Multi Format Schema is accepted wherever a schema is expected.
    if (!wrong) this.wanted.add(step.node.file);
    if (!wrong) this.walk.add(step.node, located?.object === "MultiFormatSchema" ? located.shape : shape);
    else if (!this.refused.has(node)) {
      this.refused.add(node);
      const reference = referenceOf(node);
      if (!reference) return undefined;
      this.store.problems.push(problem("reference/wrong-target", reference.ref, { ref: JSON.stringify(reference.ref.value), ...wrong }));
    }
    return undefined;
  }

  /** Whether a hint may mention a value. In a file that is not used otherwise, only acceptable targets are revealed. */
  private mayName(target: Node, { shape }: ReferenceSite): boolean {
    const data = this.wanted.has(target.file) ? undefined : this.dataOf(target);
    return !data || isLikely(shape, target, this.tables);
  }

  /** The root value of a node's file, if that is neither the main document nor another document of the format. */
  private dataOf({ file }: Node): Node | undefined {
    if (file === this.main) return undefined;
    const stored = this.store.get({ kind: "file", at: file.id });
    return stored?.kind === "read" && !isDocument(stored.root) ? stored.root : undefined;
  }

  private locate(step: ReferenceStep): TargetKind | undefined {
    const known = this.located.get(step);
    if (known) return known.found;
    const { target } = step;
    const stored = target && this.store.get(target);
    const found = target && stored?.kind === "read" ? locateKind(stored.root, target.tokens, this.tables) : undefined;
    this.located.set(step, { found });
    return found;
  }

  private failures(): Diagnostic[] {
    const unreadable = new Set<unknown>();
    const problems: Diagnostic[] = [];
    const found = new Map(this.references.map((each) => [each.node, each]));
    for (const [node, failure] of this.resolver.failures) {
      const reference = referenceOf(node);
      if (!reference) continue;
      if (failure.kind === "not-read" && failure.stored.kind === "unreadable") {
        if (unreadable.has(failure.stored)) continue;
        unreadable.add(failure.stored);
      }
      const expected = found.get(node);
      const mayName = (target: Node): boolean => expected !== undefined && this.mayName(target, expected);
      const failed = failureProblem(reference, failure, { store: this.store, mayName });
      if (failed) problems.push(failed);
    }
    return joinByFlag(problems);
  }

  /** References with the same text share their target. */
  private pointerOf({ target }: ReferenceStep): Edge["pointer"] {
    if (!target) return undefined;
    const known = this.pointers.get(target);
    if (known) return known;
    const stored = this.store.get(target);
    if (stored?.kind !== "read") return undefined;
    const pointer = { root: stored.root, tokens: target.tokens };
    this.pointers.set(target, pointer);
    return pointer;
  }

  private edges(): Edge[] {
    return this.references.map(({ node, object, text }) => {
      const target = this.resolver.finalOf(node);
      const ref = text ?? stringOf(node, "$ref") ?? "";
      const step = this.resolver.stepOf(node);
      const pointer = step && this.pointerOf(step);
      // The common case. Object spread would be slower, and there are thousands.
      if (target && pointer) return { from: node, ref, target, pointer, expects: object };
      return { from: node, ref, ...(target ? { target } : {}), ...(pointer ? { pointer } : {}), expects: object };
    });
  }
}

/** Resolves all references that are reachable from a document. Problems are added to the store. */
export function linkReferences(
  root: MapNode,
  store: FileStore,
  tables: Tables,
): Promise<Pick<Documents, "edges" | "follow" | "resources">> {
  return new ReferenceLinker(store, tables).link(root);
}
