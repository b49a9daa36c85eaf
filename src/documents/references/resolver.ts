import type { SchemaResources, ObjectName, Shape, Tables } from "#format";
import { isAnySchema, matchingShape, tableFor } from "#format";
import type { MapNode, Node, TextFile, Entry, ListNode, StringNode } from "#text";
import { childAt, entryOf, DEEPEST_NESTED, entriesOf, itemsOf, stringOf } from "#text";
import type { FileStore, StoredFile } from "./file-store.ts";
import type { BadReference, FileRequest, ReferenceTarget, ReferenceNode } from "./parse-reference.ts";
import { parseReference, referenceOf } from "./parse-reference.ts";

export const avroNamedTypes = new Set(["record", "error", "enum", "fixed"]);

interface AvroSchemaPart {
  readonly node: Node;
  readonly tokens: readonly string[];
  readonly namespace: string;
}

function below({ node, tokens }: AvroSchemaPart, namespace: string): readonly AvroSchemaPart[] {
  const inEntries = entriesOf(node).map(({ key, value }) => ({ node: value, tokens: [...tokens, key], namespace }));
  return [...inEntries, ...itemsOf(node).map((item, at) => ({ node: item, tokens: [...tokens, String(at)], namespace }))];
}

/** Avro 1.9, "Names": a dotted name is full; else the own or the enclosing namespace counts. */
export function qualifiedName(name: string, namespace: string): string {
  return name.includes(".") || namespace === "" ? name : `${namespace}.${name}`;
}

/** The full name that an Avro schema defines (Avro 1.9, "Names"): a dotted name is full; others are in the own or the enclosing namespace. */
function definedName({ node, namespace }: AvroSchemaPart): { readonly full?: string; readonly namespace: string } {
  const name = stringOf(node, "name");
  if (name === undefined || !avroNamedTypes.has(stringOf(node, "type") ?? "")) return { namespace };
  const own = stringOf(node, "namespace") ?? namespace;
  const full = qualifiedName(name, own);
  return { full, namespace: full.slice(0, Math.max(0, full.lastIndexOf("."))) };
}

interface AvroSchemaParts {
  /** Every node, with the namespace around it. */
  readonly byNode: ReadonlyMap<Node, AvroSchemaPart>;
  /** The first definition of each full name. */
  readonly byFull: ReadonlyMap<string, AvroSchemaPart>;
}

function avroParts(root: Node): AvroSchemaParts {
  const byNode = new Map<Node, AvroSchemaPart>();
  const byFull = new Map<string, AvroSchemaPart>();
  const pending: AvroSchemaPart[] = [{ node: root, tokens: [], namespace: "" }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (byNode.has(part.node)) continue;
    byNode.set(part.node, part);
    const { full, namespace } = definedName(part);
    if (full !== undefined && !byFull.has(full)) byFull.set(full, part);
    for (const inside of below(part, namespace).toReversed()) pending.push(inside);
  }
  return { byNode, byFull };
}

/**
 * The pointers of the named types of an Avro schema, by full name and, if it is unique, by the last part of the name: registries write
 * `user.avsc#/User`, although that is not a JSON Pointer to the type.
 */
function avroNames(root: Node): ReadonlyMap<string, readonly string[]> {
  const byFull = new Map([...avroParts(root).byFull].map(([full, { tokens }]) => [full, tokens]));
  const byLast = new Map<string, readonly string[]>();
  const twice = new Set<string>();
  for (const [full, tokens] of byFull) {
    const last = full.slice(full.lastIndexOf(".") + 1);
    if (byLast.has(last)) twice.add(last);
    byLast.set(last, tokens);
  }
  for (const last of twice) byLast.delete(last);
  return new Map([...byLast, ...byFull]);
}

/** A type used inside another namespace, `around`, than in its own file. */
interface MovedType {
  readonly node: Node;
  /** The namespace around it in its own file. */
  readonly namespace: string;
  readonly around: string;
}

function stringNode(value: string, { file, start, end }: Node): StringNode {
  return { kind: "string", value, file, start, end };
}

/**
 * Replaces names by definitions, so that types of a file become self-contained. It recurses as deep as types are nested and refer to
 * one another.
 */
class NameExpander {
  readonly #defined = new Set<string>();
  readonly #byFull: AvroSchemaParts["byFull"];

  constructor(byFull: AvroSchemaParts["byFull"]) {
    this.#byFull = byFull;
  }

  type(moved: MovedType): Node {
    const { node } = moved;
    if (node.kind === "string") return this.#name(node, moved);
    if (node.kind === "list") return mapped(node, (item) => this.type({ ...moved, node: item }));
    return node.kind === "map" ? this.#map(node, moved) : node;
  }

  /** Replaces a name by its definition at the first use. Later uses keep the name, in full if the namespace around them differs. */
  #name(node: StringNode, { namespace, around }: MovedType): Node {
    const full = qualifiedName(node.value, namespace);
    const part = this.#byFull.get(full);
    if (!part) return node;
    if (!this.#defined.has(full)) return this.type({ node: part.node, namespace: part.namespace, around });
    return qualifiedName(node.value, around) === full ? node : stringNode(full, node);
  }

  #map(node: MapNode, { namespace, around }: MovedType): Node {
    const { full, namespace: inner } = definedName({ node, tokens: [], namespace });
    if (full !== undefined && this.#defined.has(full)) return stringNode(full, node);
    if (full !== undefined) this.#defined.add(full);
    const within = full === undefined ? around : inner;
    const type = (value: Node): Node => this.type({ node: value, namespace: inner, around: within });
    const field = (value: Node): Node =>
      value.kind === "map" ? withEntries(value, (entry) => (entry.key === "type" ? type(entry.value) : entry.value)) : value;
    const made = withEntries(node, ({ key, value }) => {
      if (key === "fields") return value.kind === "list" ? mapped(value, field) : value;
      return (key === "type" && full === undefined) || key === "items" || key === "values" ? type(value) : value;
    });
    if (full === undefined || qualifiedName(stringOf(node, "name") ?? "", stringOf(node, "namespace") ?? around) === full) return made;
    const { file, start, end } = node;
    return { ...made, entries: [...made.entries, { key: "namespace", value: stringNode(inner, node), file, start, end }] };
  }
}

function mapped(node: ListNode, make: (item: Node) => Node): ListNode {
  const items = node.items.map(make);
  return items.every((item, at) => item === node.items[at]) ? node : { ...node, items };
}

function withEntries(node: MapNode, make: (entry: Entry) => Node): MapNode {
  const entries = node.entries.map((entry) => {
    const value = make(entry);
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries.every((entry, at) => entry === node.entries[at]) ? node : { ...node, entries };
}

/** A part of an Avro file as a schema of its own. It has its namespace, and each type that it names is defined where it is first used. */
export function standaloneAvro(node: Node, root: Node): Node {
  if (node === root) return node;
  const { byNode, byFull } = avroParts(root);
  return new NameExpander(byFull).type({ node, namespace: byNode.get(node)?.namespace ?? "", around: "" });
}

/** Fields that only a document of the format has at its root. */
const rootFields = ["asyncapi", "msgapi", "components"];

/** Whether the root of a file is a document of the format. */
export function isDocument(root: Node): boolean {
  return rootFields.some((field) => entryOf(root, field));
}

/** The shape of a child by the tables, or `undefined` if they do not define one. */
function childShape(shape: Shape, node: Node, { token, tables }: { token: string; tables: Tables }): Shape | undefined {
  const fitted = matchingShape(shape, node);
  if (fitted?.kind === "map") return fitted.values;
  if (fitted?.kind === "list") return fitted.items;
  const table = fitted && tableFor(fitted, node, tables);
  if (!table) return undefined;
  const field = Object.hasOwn(table.fields, token) ? table.fields[token] : undefined;
  if (field) return field.shape;
  return table.extensible && token.startsWith("x-") ? undefined : table.others?.shape;
}

/** The kind of a target by its location. */
export interface TargetKind {
  readonly shape: Shape;
  readonly object?: ObjectName;
}

/**
 * The kind of the target of a pointer by its location in its document: `#/components/servers/x` is a Server. `undefined` in files that are
 * not documents of the format, in data, and beyond a reference.
 */
export function locateKind(root: Node, tokens: readonly string[], tables: Tables): TargetKind | undefined {
  if (!isDocument(root)) return undefined;
  let node = root;
  let shape: Shape = { kind: "object", object: "Root" };
  for (const token of tokens) {
    if (referenceOf(node)) return undefined;
    const child = childAt(node, token);
    const next = childShape(shape, node, { token, tables });
    if (!child || !next) return undefined;
    node = child;
    shape = next;
  }
  const fitted = matchingShape(shape, node);
  return fitted?.kind === "object" ? { shape, object: fitted.object } : { shape };
}

const families: readonly (readonly ObjectName[])[] = [
  ["Message", "MessageTrait"],
  ["Operation", "OperationTrait"],
  // Real documents keep the binding of one protocol among the bindings of the components.
  ["Binding", "ServerBindings"],
  ["Binding", "ChannelBindings"],
  ["Binding", "OperationBindings"],
  ["Binding", "MessageBindings"],
];

/** Whether one object may be used as another: a message as a trait, any schema as any schema. */
export function isCompatible(found: ObjectName, expected: ObjectName): boolean {
  if (found === expected || (isAnySchema(found) && isAnySchema(expected))) return true;
  return families.some((family) => family.includes(found) && family.includes(expected));
}

/** Why a reference does not resolve. `elsewhere`: another reference on the way fails, and is reported. */
export type ReferenceFailure =
  | { readonly kind: "bad"; readonly bad: BadReference }
  | { readonly kind: "outside-root"; readonly path: string }
  | { readonly kind: "not-read"; readonly stored: Exclude<StoredFile, { kind: "read" }>; readonly target: ReferenceTarget }
  | { readonly kind: "no-value"; readonly parent: Node; readonly tokens: readonly string[]; readonly failed: number }
  | { readonly kind: "loop"; readonly chain: readonly ReferenceNode[] }
  | { readonly kind: "too-far" }
  | { readonly kind: "elsewhere" };

/** The direct target of a reference, which may be a reference again. */
export interface ReferenceStep {
  readonly kind: "step";
  readonly node: Node;
  /** Absent if the `$id` of a JSON Schema names the target. */
  readonly target?: ReferenceTarget;
}

interface FileNeed {
  readonly kind: "needs";
  readonly request: FileRequest;
}

export type Resolution = { readonly kind: "target"; readonly node: Node } | FileNeed | { readonly kind: "broken" };

/**
 * Follows references in memory and remembers every result. It returns `needs` for a file that is not read yet; the caller loads it and
 * tries again.
 */
export class ReferenceResolver {
  readonly failures = new Map<MapNode, ReferenceFailure>();
  private readonly store: FileStore;
  private readonly resources: SchemaResources;
  private readonly steps = new Map<MapNode, ReferenceStep>();
  private readonly finals = new Map<MapNode, Node | undefined>();
  private readonly open = new Set<MapNode>();
  /** Parsed references by file and text, and their direct targets: most texts are repeated. */
  private readonly targets = new WeakMap<TextFile, Map<string, ReferenceTarget | BadReference>>();
  private readonly reached = new WeakMap<ReferenceTarget, ReferenceStep>();
  private readonly names = new WeakMap<Node, ReadonlyMap<string, readonly string[]>>();
  /** Steps that lead to no further reference. */
  private readonly ends = new WeakSet<ReferenceStep>();

  constructor(store: FileStore, resources: SchemaResources) {
    this.store = store;
    this.resources = resources;
  }

  /** The direct target of a resolved reference. */
  stepOf(node: MapNode): ReferenceStep | undefined {
    return this.steps.get(node);
  }

  finalOf(node: MapNode): Node | undefined {
    return this.finals.get(node);
  }

  /** Marks a reference as unresolved, because its target cannot be used. */
  refuse(node: MapNode): void {
    this.finals.set(node, undefined);
  }

  /** Resolves a reference with the text of an earlier one that leads directly to its final target, the common case; else `undefined`. */
  resolveRepeated(node: MapNode, ref: string): ReferenceStep | undefined {
    if (!this.resources.isEmpty || this.finals.has(node)) return undefined;
    const target = this.targets.get(node.file)?.get(ref);
    const step = target && "at" in target ? this.reached.get(target) : undefined;
    if (!step || !this.ends.has(step)) return undefined;
    this.steps.set(node, step);
    this.finals.set(node, step.node);
    return step;
  }

  /** Resolves a chain of references. */
  resolve(start: ReferenceNode, through = 0): Resolution {
    const chain: ReferenceNode[] = [];
    const outcome = this.follow(start, chain, through);
    for (const { node } of chain) this.open.delete(node);
    if (outcome.kind === "needs") return outcome;
    const final = outcome.kind === "target" ? outcome.node : undefined;
    for (const { node } of chain) {
      this.finals.set(node, final);
      if (final === undefined && !this.failures.has(node)) this.failures.set(node, { kind: "elsewhere" });
    }
    return outcome;
  }

  private follow(start: ReferenceNode, chain: ReferenceNode[], through: number): Resolution {
    let at: ReferenceNode = start;
    for (;;) {
      if (this.finals.has(at.node)) {
        const node = this.finals.get(at.node);
        return node ? { kind: "target", node } : { kind: "broken" };
      }
      if (this.open.has(at.node)) return this.loop(at, chain);
      this.open.add(at.node);
      chain.push(at);
      const step = this.steps.get(at.node) ?? this.step(at, through);
      if (step.kind === "needs") return step;
      if (step.kind !== "step") {
        // A loop through the steps of a pointer has already recorded its failure here.
        if (!this.failures.has(at.node)) this.failures.set(at.node, step);
        return { kind: "broken" };
      }
      this.steps.set(at.node, step);
      const next = referenceOf(step.node);
      if (!next) {
        this.ends.add(step);
        return { kind: "target", node: step.node };
      }
      at = next;
    }
  }

  /** A loop is reported once, at the first of its references. */
  private loop(at: ReferenceNode, chain: readonly ReferenceNode[]): Resolution {
    const from = chain.findIndex(({ node }) => node === at.node);
    const circle = from === -1 ? chain : chain.slice(from);
    const first = circle[0] ?? at;
    this.failures.set(first.node, { kind: "loop", chain: circle.length === 0 ? [at] : circle });
    return { kind: "broken" };
  }

  private step({ node, ref }: ReferenceNode, through: number): ReferenceStep | FileNeed | ReferenceFailure {
    const resource = this.resources.of(node);
    const named = resource && this.resources.named(ref.value, resource);
    if (named) return { kind: "step", node: named.schema };
    const target = this.targetOf(ref.value, node.file);
    if (!("at" in target)) return { kind: "bad", bad: target };
    const reached = this.reached.get(target);
    if (reached) return reached;
    if (target.kind === "file" && !this.store.allows(target.at)) return { kind: "outside-root", path: target.at };
    const stored = this.store.get(target);
    if (!stored) return { kind: "needs", request: { kind: target.kind, at: target.at } };
    if (stored.kind !== "read") return { kind: "not-read", stored, target };
    const step = this.evaluate(stored.root, target, through);
    if (step.kind === "step") this.reached.set(target, step);
    return step;
  }

  private targetOf(ref: string, file: TextFile): ReferenceTarget | BadReference {
    let known = this.targets.get(file);
    if (!known) this.targets.set(file, (known = new Map<string, ReferenceTarget | BadReference>()));
    let target = known.get(ref);
    if (!target) known.set(ref, (target = parseReference(ref, file)));
    return target;
  }

  /** The pointer of a named Avro type in its file. */
  private namedIn(root: Node, name: string): readonly string[] | undefined {
    if (isDocument(root)) return undefined;
    let names = this.names.get(root);
    if (!names) this.names.set(root, (names = avroNames(root)));
    return names.get(name);
  }

  /** Evaluates a pointer (RFC 6901 § 4). If it meets a reference without the member, it continues in the target of that reference. */
  private evaluate(root: Node, target: ReferenceTarget, through: number): ReferenceStep | FileNeed | ReferenceFailure {
    let node = root;
    for (const [index, token] of target.tokens.entries()) {
      let next = childAt(node, token);
      const reference = next ? undefined : referenceOf(node);
      if (reference) {
        if (through >= DEEPEST_NESTED) return { kind: "too-far" };
        const outcome = this.resolve(reference, through + 1);
        if (outcome.kind === "needs") return outcome;
        if (outcome.kind === "broken") return { kind: "elsewhere" };
        node = outcome.node;
        next = childAt(node, token);
      }
      const named = next || target.tokens.length > 1 ? undefined : this.namedIn(root, token);
      if (named) return this.evaluate(root, { ...target, tokens: named }, through);
      if (!next) return { kind: "no-value", parent: node, tokens: target.tokens, failed: index };
      node = next;
    }
    return { kind: "step", node, target };
  }
}
