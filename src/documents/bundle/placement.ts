import type { ObjectName, Shape, Tables } from "#format";
import { tablesOf } from "#format";
import type { MapNode, Node } from "#text";
import { childAt, entriesOf, valueOf, childrenOf, readLimits } from "#text";
import type { Documents, Edge } from "../references/index.ts";
import { keyInFile, pointerInto, rewriteReference } from "../references/index.ts";

interface ParentLink {
  readonly node: Node;
  readonly token: string;
}

function namedChildrenOf(node: Node): readonly (readonly [string, Node])[] {
  if (node.kind === "map") return node.entries.map(({ key, value }) => [key, value]);
  return node.kind === "list" ? node.items.map((item, index) => [String(index), item]) : [];
}

/**
 * The parents of the values in the main document and below the targets of references, and the places of the topmost values. An aliased
 * value belongs to its first parent.
 */
class ValueTree {
  private readonly parents = new Map<Node, ParentLink>();
  private readonly places = new Map<Node, readonly string[]>();

  constructor(root: Node, targets: readonly Node[]) {
    const wanted = new Set(targets);
    const seen = new Set<Node>();
    this.enter(root, seen, wanted);
    this.places.set(root, []);
    for (const target of wanted) this.enter(target, seen, wanted);
  }

  /** Adds a value and all values below it, in document order. */
  private enter(root: Node, seen: Set<Node>, wanted: ReadonlySet<Node>): void {
    const open = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (const [token, child] of namedChildrenOf(node).toReversed()) {
        const counts = child.kind === "map" || child.kind === "list" || wanted.has(child);
        if (!counts) continue;
        if (!this.parents.has(child)) this.parents.set(child, { node, token });
        open.push(child);
      }
    }
  }

  /** The topmost value that a value moves with; the root for values of the main document. */
  ownerOf(node: Node): Node {
    let at = node;
    for (let up = this.parents.get(at); up && !this.places.has(at); up = this.parents.get(at)) at = up.node;
    return at;
  }

  /** The pointer of a value in the bundle, if it has a place. */
  addressOf(node: Node): readonly string[] | undefined {
    const tokens: string[] = [];
    let at = node;
    for (;;) {
      const place = this.places.get(at);
      if (place) return [...place, ...tokens.reverse()];
      const up = this.parents.get(at);
      if (!up) return undefined;
      tokens.push(up.token);
      at = up.node;
    }
  }

  settle(node: Node, tokens: readonly string[]): void {
    this.places.set(node, tokens);
  }

  /** Detaches a value from its parent. */
  cut(node: Node): void {
    this.parents.delete(node);
  }
}

function allows(shape: Shape, object: ObjectName): boolean {
  if (shape.kind === "either") return shape.of.some((each) => allows(each, object));
  return shape.kind === "object" && shape.object === object;
}

/** The field of the Components Object for an object. Some objects have none, such as a single binding or an Avro schema. */
function groupFor(object: ObjectName, tables: Tables): string | undefined {
  const { fields } = tables.object("Components");
  return Object.keys(fields).find((name) => {
    const shape = fields[name]?.shape;
    return shape?.kind === "map" && allows(shape.values, object);
  });
}

/** The name of a value of another file: its key there, with the characters that every key may have. */
function nameOf(target: Node, root: Node | undefined): string {
  return keyInFile(target, root).replace(/[^A-Za-z0-9._-]+/g, "_") || "_";
}

/** Allocates unused names: the name itself, or with a suffix `_2`, `_3` …. */
class NameAllocator {
  private readonly taken: Set<string>;
  private readonly counts = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken);
  }

  allocate(name: string): string {
    let free = name;
    let count = this.counts.get(name) ?? 1;
    while (this.taken.has(free)) free = `${name}_${(count += 1)}`;
    this.counts.set(name, count);
    this.taken.add(free);
    return free;
  }
}

/** A value of another file that is moved into the components. */
export interface MovedValue {
  readonly group: string;
  readonly key: string;
  readonly node: Node;
}

/** What happens to a reference. */
export type ReferenceAction =
  /** It stays unchanged. */
  | { readonly kind: "kept" }
  /** It does not resolve, or its target cannot be placed because of the depth (`deep`). `ref` names the same target as before. */
  | { readonly kind: "left"; readonly deep: boolean; readonly ref: string }
  | { readonly kind: "local"; readonly tokens: readonly string[] }
  /** Its target replaces it. */
  | { readonly kind: "inlined"; readonly target: Node };

const ROOT_MAPS = ["channels", "servers", "operations"];

const isBare = (from: MapNode): boolean => from.entries.length === 1;

/**
 * Finds one place in the bundle for the target of each reference. A value of another file moves together with all values in it. If a
 * reference to it is an entry of the root's maps or of the components, it replaces that one. Otherwise it goes into the components, or,
 * if these have no group for it, it replaces the first reference to it.
 */
export class Placement {
  readonly moved: MovedValue[] = [];
  private readonly documents: Documents;
  private readonly tables: Tables;
  private readonly edges = new Map<Node, Edge>();
  private readonly tree: ValueTree;
  private readonly names = new Map<string, NameAllocator>();
  private readonly inlined = new Map<Node, Node>();
  private later: Edge[] = [];

  constructor(documents: Documents) {
    this.documents = documents;
    this.tables = tablesOf(documents.dialect);
    for (const edge of documents.edges) if (!this.edges.has(edge.from)) this.edges.set(edge.from, edge);
    const targets = [...this.edges.values()].flatMap(({ target }) => target ?? []);
    this.tree = new ValueTree(documents.root, targets);
    this.placeWholeReferences();
    this.placeRest();
  }

  /** What happens to a reference; `undefined` for any other value. */
  actionFor(node: Node): ReferenceAction | undefined {
    const edge = this.edges.get(node);
    if (!edge) return undefined;
    const target = this.inlined.get(node);
    if (target) return { kind: "inlined", target };
    return edge.target ? this.rewritten(edge, edge.target) : this.left(edge, false);
  }

  private left({ from, ref }: Edge, deep: boolean): ReferenceAction {
    return { kind: "left", deep, ref: rewriteReference(this.documents.main, ref, from.file) };
  }

  private rewritten(edge: Edge, target: Node): ReferenceAction {
    const { from, ref, pointer } = edge;
    const { root, main } = this.documents;
    // A reference by `$id` stays valid if both ends move together.
    if (!pointer && this.tree.ownerOf(from) === this.tree.ownerOf(target)) return { kind: "kept" };
    if (pointer?.root === root && isReachable(root, pointer.tokens)) {
      return ref.startsWith("#") && from.file.id === main.id ? { kind: "kept" } : { kind: "local", tokens: pointer.tokens };
    }
    const tokens = this.tree.addressOf(target);
    return tokens ? { kind: "local", tokens } : this.left(edge, true);
  }

  private needsPlace(target: Node): boolean {
    return this.tree.ownerOf(target) === target && !this.tree.addressOf(target);
  }

  /** Replaces references that are a whole channel, server, operation or component by their targets. */
  private placeWholeReferences(): void {
    const { root } = this.documents;
    const maps = ROOT_MAPS.map((name) => ({ path: [name], map: valueOf(root, name) }));
    const groups = entriesOf(valueOf(root, "components")).map(({ key, value }) => ({ path: ["components", key], map: value }));
    for (const { path, map } of [...maps, ...groups]) {
      for (const { key, value } of entriesOf(map)) {
        const target = this.edges.get(value)?.target;
        if (value.kind === "map" && target && isBare(value) && this.needsPlace(target)) this.inline(value, target, [...path, key]);
      }
    }
  }

  private inline(from: Node, target: Node, tokens: readonly string[]): void {
    this.inlined.set(from, target);
    this.tree.settle(target, tokens);
  }

  /** Visits all values of the bundle, including moved ones, and places the targets of their references. */
  private placeRest(): void {
    const seen = new Set<Node>();
    const open: Node[] = [this.documents.root];
    for (;;) {
      for (let node = open.pop(); node; node = open.pop()) {
        if (seen.has(node)) continue;
        seen.add(node);
        for (const each of this.next(node)) open.push(each);
      }
      const [edge, ...later] = this.later;
      if (!edge?.target) return;
      this.later = later;
      // The value that contains it is not in the bundle.
      if (!this.tree.addressOf(edge.target)) this.tree.cut(edge.target);
      for (const each of this.next(edge.from)) open.push(each);
    }
  }

  /** The values that follow a value into the bundle, last first. */
  private next(node: Node): readonly Node[] {
    const edge = this.edges.get(node);
    const inside = childrenOf(node);
    if (!edge) return inside.toReversed();
    const target = this.inlined.get(node);
    if (target) return [target];
    const came = edge.target && this.settle(edge, edge.target);
    return came ? [came, ...inside] : inside.toReversed();
  }

  /** Places the target of a reference, if it has no place yet. Returns the value that is moved for it. */
  private settle(edge: Edge, target: Node): Node | undefined {
    const owner = this.tree.ownerOf(target);
    if (this.tree.addressOf(owner)) return undefined;
    const group = groupFor(owner === target ? edge.expects : this.kindOf(owner), this.tables);
    if (group !== undefined) return this.move(owner, group);
    if (owner !== target) {
      this.later.push(edge);
      return undefined;
    }
    const tokens = this.tree.addressOf(edge.from);
    if (!tokens || tokens.length > readLimits.depth) return undefined;
    this.inline(edge.from, target, tokens);
    return target;
  }

  private kindOf(owner: Node): Edge["expects"] {
    return this.documents.edges.find(({ target }) => target === owner)?.expects ?? "Payload";
  }

  private move(node: Node, group: string): Node {
    const key = this.namesOf(group).allocate(nameOf(node, this.documents.rootOf(node.file)));
    this.tree.settle(node, ["components", group, key]);
    this.moved.push({ group, key, node });
    return node;
  }

  private namesOf(group: string): NameAllocator {
    let names = this.names.get(group);
    if (!names) {
      const own = valueOf(valueOf(this.documents.root, "components"), group);
      names = new NameAllocator([...entriesOf(own).map(({ key }) => key), ...this.missingKeys(group)]);
      this.names.set(group, names);
    }
    return names;
  }

  /**
   * The keys of a group that unresolved references name. A value moved there must not get such a key, because the references would then
   * find it.
   */
  private missingKeys(group: string): string[] {
    const { edges, main } = this.documents;
    return edges.flatMap(({ target, ref, from }) => {
      const [components, named, key] = target ? [] : (pointerInto(main, ref, from.file) ?? []);
      return components === "components" && named === group && key !== undefined ? [key] : [];
    });
  }
}

/** Whether every reference leads from the main document into itself, and not through another reference, so that all can stay. */
export function isSelfContained({ main, root, edges }: Documents): boolean {
  return edges.every(
    ({ from, ref, pointer, target }) =>
      !target || (pointer?.root === root && from.file.id === main.id && ref.startsWith("#") && isReachable(root, pointer.tokens)),
  );
}

/** Whether a pointer leads to a value without following a reference. */
function isReachable(root: Node, tokens: readonly string[]): boolean {
  let node: Node | undefined = root;
  for (const token of tokens) node = node && childAt(node, token);
  return node !== undefined;
}
