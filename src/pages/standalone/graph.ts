import type { MapNode, Node } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Language, Schema, Schemas } from "#schema";
import type { SchemaPiece, Reference } from "./schema-parts.ts";
import { partsOf, schemasIn } from "./schema-parts.ts";

/** The size of a schema without what it refers to, and the schemas it refers to. */
interface Unit {
  readonly values: number;
  readonly refers: ReadonlySet<Schema>;
}

/** Up to this many values, a schema used in several places is repeated there. A larger one is referred to. */
const FEW = 20;

/** The number of values in a node. Counting stops beyond `most`. */
function count(node: Node, most: number): number {
  const open: Node[] = [node];
  let values = 0;
  for (let next = open.pop(); next && values <= most; next = open.pop()) {
    values += 1;
    if (next.kind === "map") for (const { value } of next.entries) open.push(value);
    else if (next.kind === "list") for (const item of next.items) open.push(item);
  }
  return values;
}

/** The schemas of one language and the references between them. Each node is visited once. */
export class Graph {
  readonly language: Language;
  readonly #schemas: Schemas;
  /** Nodes that were visited, and those reached from more than one place. */
  readonly #seen = new Set<Node>();
  readonly #shared = new Set<Node>();
  readonly #targets = new Map<Node, Schema | undefined>();
  readonly #units = new Map<Schema, Unit>();
  readonly #parts = new Map<MapNode, readonly SchemaPiece[]>();

  constructor(schemas: Schemas, language: Language) {
    this.#schemas = schemas;
    this.language = language;
  }

  parts(node: MapNode): readonly SchemaPiece[] {
    let parts = this.#parts.get(node);
    if (!parts) this.#parts.set(node, (parts = partsOf(node, this.language)));
    return parts;
  }

  /** The schema that a reference leads to; `undefined` if it cannot be followed. */
  target({ value }: Reference, from: MapNode): Schema | undefined {
    if (this.#targets.has(value)) return this.#targets.get(value);
    const found = this.#schemas.target(value, { from, language: this.language });
    const target = found.unresolved === undefined ? found : undefined;
    this.#targets.set(value, target);
    return target;
  }

  /** The schemas in the mapping of a discriminator, by the value that picks them. */
  mapping({ key, value }: SchemaPiece, node: MapNode): ReadonlyMap<string, Schema> {
    if (key !== "discriminator" || entriesOf(valueOf(value, "mapping")).length === 0) return new Map();
    const choices = this.#schemas.at(node, this.language).discriminator?.choices ?? [];
    return new Map(choices.flatMap(({ value: picked, schema }) => (schema.unresolved === undefined ? [[picked, schema] as const] : [])));
  }

  /** The schemas that a keyword refers to. */
  #referredBy(part: SchemaPiece, node: MapNode): readonly Schema[] {
    if (part.role === "reference") return [this.target(part, node) ?? []].flat();
    const chosen = this.mapping(part, node);
    return entriesOf(valueOf(chosen.size > 0 ? part.value : undefined, "mapping")).flatMap(({ key }) => chosen.get(key) ?? []);
  }

  /**
   * The schema of a node that is reached from several places and too large to repeat; otherwise `undefined`. Enter all roots before
   * calling it.
   */
  shared(node: Node): Schema | undefined {
    return this.#shared.has(node) ? this.#schemas.at(node, this.language) : undefined;
  }

  /** Whether any schema is shared. */
  get hasShared(): boolean {
    return this.#shared.size > 0;
  }

  /** Adds a schema and everything that it leads to. */
  enter(root: Schema): void {
    const open: MapNode[] = [];
    const arrive = (node: Node): void => {
      if (node.kind !== "map") return;
      if (!this.#seen.has(node)) open.push(node);
      else if (!this.#shared.has(node) && count(node, FEW) > FEW) this.#shared.add(node);
      this.#seen.add(node);
    };
    this.#refer(root, arrive);
    for (let node = open.pop(); node; node = open.pop()) {
      for (const part of this.parts(node)) {
        for (const child of schemasIn(part)) arrive(child);
        for (const target of this.#referredBy(part, node)) this.#refer(target, arrive);
      }
    }
  }

  readonly #referred = new Set<Node>();

  /** Counts all references to a schema as one further place. */
  #refer({ node }: Schema, arrive: (node: Node) => void): void {
    if (this.#referred.has(node)) return;
    this.#referred.add(node);
    arrive(node);
  }

  /** Measures a schema without what it refers to. */
  unit(root: Schema): Unit {
    let unit = this.#units.get(root);
    if (!unit) this.#units.set(root, (unit = this.#measure(root)));
    return unit;
  }

  #measure(root: Schema): Unit {
    const refers = new Set<Schema>();
    const open: Node[] = [root.node];
    let values = 0;
    for (let node = open.pop(); node; node = open.pop()) {
      const schema = node === root.node ? undefined : this.shared(node);
      values += 1;
      if (schema) refers.add(schema);
      if (schema || node.kind !== "map") continue;
      for (const part of this.parts(node)) {
        if (part.role === "data") values += count(part.value, 5000);
        for (const target of this.#referredBy(part, node)) refers.add(target);
        for (const below of schemasIn(part)) open.push(below);
      }
    }
    return { values, refers };
  }

  /** The number of values in a schema and everything it refers to, each counted once. Counting stops beyond `most`. */
  closure(root: Schema, most: number): number {
    const seen = new Set([root]);
    let values = 0;
    for (const schema of seen) {
      const unit = this.unit(schema);
      values += unit.values;
      if (values > most) return most + 1;
      for (const each of unit.refers) seen.add(each);
    }
    return values;
  }
}
