import type { ObjectName, Shape, Tables } from "#format";
import { tablesOf } from "#format";
import type { MapNode, Node } from "#text";
import { childAt, entriesOf, valueOf } from "#text";
import type { Documents, Edge } from "../references/index.ts";
import { keyElsewhere, tokensInto, writtenIn } from "../references/index.ts";
import { Standing } from "./standing.ts";

function holds(shape: Shape, object: ObjectName): boolean {
  if (shape.kind === "either") return shape.of.some((each) => holds(each, object));
  return shape.kind === "object" && shape.object === object;
}

/** The field of the Components Object whose values may be such an object; some have none, such as a single binding or an Avro schema. */
function groupFor(object: ObjectName, tables: Tables): string | undefined {
  const { fields } = tables.object("Components");
  return Object.keys(fields).find((name) => {
    const shape = fields[name]?.shape;
    return shape?.kind === "map" && holds(shape.values, object);
  });
}

/** What to call a value of another file: what it goes by there, in letters that every key may have. */
function nameOf(target: Node, root: Node | undefined): string {
  return keyElsewhere(target, root).replace(/[^A-Za-z0-9._-]+/g, "_") || "_";
}

/** Gives names that are free: the name itself, else the first of `_2`, `_3` …. */
class Names {
  private readonly taken: Set<string>;
  private readonly counts = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken);
  }

  free(name: string): string {
    let free = name;
    let count = this.counts.get(name) ?? 1;
    while (this.taken.has(free)) free = `${name}_${(count += 1)}`;
    this.counts.set(name, count);
    this.taken.add(free);
    return free;
  }
}

/** A value that was moved into the components. */
export interface Moved {
  readonly group: string;
  readonly key: string;
  readonly node: Node;
}

/** What a reference becomes. */
export type Fate =
  /** It stays as it is written. */
  | { readonly kind: "kept" }
  /** It leads nowhere, or what it leads to has no place because values would be nested too deep: it names the same place as ever. */
  | { readonly kind: "left"; readonly deep: boolean; readonly ref: string }
  | { readonly kind: "local"; readonly tokens: readonly string[] }
  /** What it leads to stands in its place. */
  | { readonly kind: "inlined"; readonly target: Node };

/** Values are put in place only so deep; a chain of files could nest them without end. */
export const DEEPEST = 200;

const ROOT_MAPS = ["channels", "servers", "operations"];

const isBare = (from: MapNode): boolean => from.entries.length === 1;

/**
 * Finds each value that references lead to one place in the document. A value of another file that holds others is moved with
 * them; it goes where a reference in the root's maps or the components stands for it, else into the components under a key of
 * its own, else, where no group of the components is for such objects, to the first reference to it.
 */
export class Homes {
  readonly moved: Moved[] = [];
  private readonly documents: Documents;
  private readonly tables: Tables;
  private readonly edges = new Map<Node, Edge>();
  private readonly standing: Standing;
  private readonly names = new Map<string, Names>();
  private readonly inlined = new Map<Node, Node>();
  private later: Edge[] = [];

  constructor(documents: Documents) {
    this.documents = documents;
    this.tables = tablesOf(documents.dialect);
    for (const edge of documents.edges) if (!this.edges.has(edge.from)) this.edges.set(edge.from, edge);
    const targets = [...this.edges.values()].flatMap(({ target }) => target ?? []);
    this.standing = new Standing(documents.root, targets);
    this.settleInPlace();
    this.settleRest();
  }

  /** What becomes of a value if it is a reference. */
  fateOf(node: Node): Fate | undefined {
    const edge = this.edges.get(node);
    if (!edge) return undefined;
    const target = this.inlined.get(node);
    if (target) return { kind: "inlined", target };
    return edge.target ? this.rewritten(edge, edge.target) : this.left(edge, false);
  }

  private left({ from, ref }: Edge, deep: boolean): Fate {
    return { kind: "left", deep, ref: writtenIn(this.documents.main, ref, from.file) };
  }

  private rewritten(edge: Edge, target: Node): Fate {
    const { from, ref, pointer } = edge;
    const { root, main } = this.documents;
    // A schema's own `$id` names it wherever the schema goes, as long as both go together.
    if (!pointer && this.standing.ownerOf(from) === this.standing.ownerOf(target)) return { kind: "kept" };
    if (pointer?.root === root && stands(root, pointer.tokens)) {
      return ref.startsWith("#") && from.file.id === main.id ? { kind: "kept" } : { kind: "local", tokens: pointer.tokens };
    }
    const tokens = this.standing.addressOf(target);
    return tokens ? { kind: "local", tokens } : this.left(edge, true);
  }

  private isHomeless(target: Node): boolean {
    return this.standing.ownerOf(target) === target && !this.standing.addressOf(target);
  }

  /** References that stand for a channel, a server, an operation or a component as a whole are replaced by what they lead to. */
  private settleInPlace(): void {
    const { root } = this.documents;
    const maps = ROOT_MAPS.map((name) => ({ path: [name], map: valueOf(root, name) }));
    const groups = entriesOf(valueOf(root, "components")).map(({ key, value }) => ({ path: ["components", key], map: value }));
    for (const { path, map } of [...maps, ...groups]) {
      for (const { key, value } of entriesOf(map)) {
        const target = this.edges.get(value)?.target;
        if (value.kind === "map" && target && isBare(value) && this.isHomeless(target)) this.inline(value, target, [...path, key]);
      }
    }
  }

  private inline(from: Node, target: Node, tokens: readonly string[]): void {
    this.inlined.set(from, target);
    this.standing.settle(target, tokens);
  }

  /** Goes through all that will stand in the document, what is moved into it included. */
  private settleRest(): void {
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
      // What was to hold it never came into the document.
      if (!this.standing.addressOf(edge.target)) this.standing.cut(edge.target);
      for (const each of this.next(edge.from)) open.push(each);
    }
  }

  /** What comes into the document with a value, the last first. */
  private next(node: Node): readonly Node[] {
    const edge = this.edges.get(node);
    const inside = node.kind === "map" ? node.entries.map(({ value }) => value) : node.kind === "list" ? node.items : [];
    if (!edge) return inside.toReversed();
    const target = this.inlined.get(node);
    if (target) return [target];
    const came = edge.target && this.settle(edge, edge.target);
    return came ? [came, ...inside] : inside.toReversed();
  }

  /** Finds the target of a reference its place, if it has none; what was moved for it. */
  private settle(edge: Edge, target: Node): Node | undefined {
    const owner = this.standing.ownerOf(target);
    if (this.standing.addressOf(owner)) return undefined;
    const group = groupFor(owner === target ? edge.expects : this.kindOf(owner), this.tables);
    if (group !== undefined) return this.move(owner, group);
    if (owner !== target) {
      this.later.push(edge);
      return undefined;
    }
    const tokens = this.standing.addressOf(edge.from);
    if (!tokens || tokens.length > DEEPEST) return undefined;
    this.inline(edge.from, target, tokens);
    return target;
  }

  private kindOf(owner: Node): Edge["expects"] {
    return this.documents.edges.find(({ target }) => target === owner)?.expects ?? "Payload";
  }

  private move(node: Node, group: string): Node {
    const key = this.namesOf(group).free(nameOf(node, this.documents.rootOf(node.file)));
    this.standing.settle(node, ["components", group, key]);
    this.moved.push({ group, key, node });
    return node;
  }

  private namesOf(group: string): Names {
    let names = this.names.get(group);
    if (!names) {
      const own = valueOf(valueOf(this.documents.root, "components"), group);
      names = new Names([...entriesOf(own).map(({ key }) => key), ...this.missed(group)]);
      this.names.set(group, names);
    }
    return names;
  }

  /** Keys of a group that references look for in vain: what is moved there under one of them would be found. */
  private missed(group: string): string[] {
    const { edges, main } = this.documents;
    return edges.flatMap(({ target, ref, from }) => {
      const [components, named, key] = target ? [] : (tokensInto(main, ref, from.file) ?? []);
      return components === "components" && named === group && key !== undefined ? [key] : [];
    });
  }
}

/** Whether every reference can stay as it is written: each leads from the document into itself, and into nothing by way of another. */
export function isWhole({ main, root, edges }: Documents): boolean {
  return edges.every(
    ({ from, ref, pointer, target }) =>
      !target || (pointer?.root === root && from.file.id === main.id && ref.startsWith("#") && stands(root, pointer.tokens)),
  );
}

/** Whether a pointer leads to a value without going through a reference. */
function stands(root: Node, tokens: readonly string[]): boolean {
  let node: Node | undefined = root;
  for (const token of tokens) node = node && childAt(node, token);
  return node !== undefined;
}
