/** Whether two values assert the same. */
import type { Documents } from "#documents";
import { annotationKeywords, mapKeywords, usingKeywords } from "#format";
import { hasReference } from "#schema";
import type { Entry, MapNode, Node } from "#text";
import { compareNumbers, entriesOf, entryOf, itemsOf, stringOf } from "#text";

/** Lists whose order has no meaning. */
export const UNORDERED: ReadonlySet<string> = new Set([
  "required",
  "enum",
  "type",
  "tags",
  "anyOf",
  "oneOf",
  "allOf",
  "security",
  "servers",
  "messages",
]);

/** The deepest chain of references that is followed, because the stack is finite. Deeper values count as different. */
const DEEPEST = 250;

/** How a value is compared: as any value, as a schema of which only assertions count, or as a map of schemas by name. */
export type NodeRole = "value" | "schema" | "names";

/** How the value under a key is compared; `undefined` if it asserts nothing. */
export function below(role: NodeRole, key: string): NodeRole | undefined {
  if (role !== "schema") return role === "names" ? "schema" : "value";
  if (annotationKeywords.has(key) || key === "externalDocs" || key.startsWith("x-")) return undefined;
  if (mapKeywords.has(key)) return "names";
  return usingKeywords.has(key) ? "schema" : "value";
}

export function asserted(entries: readonly Entry[], role: NodeRole): readonly Entry[] {
  return role === "schema" ? entries.filter(({ key }) => below(role, key) !== undefined) : entries;
}

/** Pairs of nodes. Nearly every node is in one pair, so only further ones need sets. */
class NodePairs {
  readonly #first = new Map<Node, Node>();
  readonly #further = new Map<Node, Set<Node>>();

  has(a: Node, b: Node): boolean {
    return this.#first.get(a) === b || this.#further.get(a)?.has(b) === true;
  }

  add(a: Node, b: Node): void {
    const first = this.#first.get(a);
    const further = this.#further.get(a);
    if (!first || first === b) this.#first.set(a, b);
    else if (further) further.add(b);
    else this.#further.set(a, new Set([b]));
  }

  delete(a: Node, b: Node): void {
    if (this.#first.get(a) === b) this.#first.delete(a);
    this.#further.get(a)?.delete(b);
  }
}

/** Compares values of two documents. References are followed, and the order of keys does not count. */
export class SameNodes {
  readonly #old: Documents;
  readonly #new: Documents;
  /** Pairs that are the same, or are being compared. Within a cycle, a pair counts as the same unless a difference is found. */
  readonly #met = { value: new NodePairs(), schema: new NodePairs(), names: new NodePairs() };
  readonly #different = { value: new NodePairs(), schema: new NodePairs(), names: new NodePairs() };
  readonly #log: (readonly [Node, Node, NodeRole])[] = [];
  #depth = 0;

  constructor(old: Documents, now: Documents) {
    this.#old = old;
    this.#new = now;
  }

  /** Whether two values have the same meaning. */
  areSame(a: Node | undefined, b: Node | undefined): boolean {
    if (!a || !b) return a === b;
    return this.#same(a, b, { role: "value" });
  }

  /** Whether two schemas assert the same. Titles, descriptions, extensions and other annotations do not count. */
  areSameSchemas(a: Node, b: Node): boolean {
    return this.#same(a, b, { role: "schema" });
  }

  /** Compares a pair. If it differs, the conclusions made meanwhile are dropped, because they may have assumed that it is the same. */
  #same(a: Node, b: Node, how: Comparing): boolean {
    if (a.kind !== "map" && a.kind !== "list") return hasReference(b) ? this.#referred(a, b, how) : this.#sameScalar(a, b);
    const { role } = how;
    if (this.#met[role].has(a, b)) return true;
    if (this.#different[role].has(a, b)) return false;
    if (this.#depth > DEEPEST) return false;
    const start = this.#log.push([a, b, role]) - 1;
    this.#met[role].add(a, b);
    this.#depth += 1;
    const same = this.#compare(a, b, how);
    this.#depth -= 1;
    if (!same) {
      for (const [one, other, at] of this.#log.splice(start)) this.#met[at].delete(one, other);
      this.#different[role].add(a, b);
    }
    // What the outermost pair concluded stays.
    if (this.#depth === 0) this.#log.length = 0;
    return same;
  }

  #compare(a: Node, b: Node, how: Comparing): boolean {
    return hasReference(a) || hasReference(b) ? this.#referred(a, b, how) : this.#sameContents(a, b, how);
  }

  #sameContents(a: Node, b: Node, { role, unordered }: Comparing): boolean {
    if (a.kind === "map") return b.kind === "map" && this.#sameMap(a, b, role);
    if (b.kind !== "list") return false;
    const [own, others] = [itemsOf(a), itemsOf(b)];
    if (own.length !== others.length) return false;
    if (own.every((item, at) => this.#isSameItem(item, others[at], role))) return true;
    return unordered === true && own.length <= 200 && this.#sameSet(own, others, role);
  }

  #isSameItem(item: Node, other: Node | undefined, role: NodeRole): boolean {
    return other !== undefined && this.#same(item, other, { role });
  }

  #sameSet(own: readonly Node[], others: readonly Node[], role: NodeRole): boolean {
    const left = new Set(others);
    return own.every((item) => {
      const found = [...left].find((other) => this.#same(item, other, { role }));
      return found !== undefined && left.delete(found);
    });
  }

  #sameScalar(a: Node, b: Node): boolean {
    if (a.kind === "number") return b.kind === "number" && (a.raw === b.raw || compareNumbers(a.raw, b.raw) === 0);
    if (a.kind === "null") return b.kind === "null";
    return a.kind === b.kind && "value" in a && "value" in b && a.value === b.value;
  }

  #sameMap(a: MapNode, b: MapNode, role: NodeRole): boolean {
    const [own, others] = [asserted(a.entries, role), asserted(b.entries, role)];
    return own.length === others.length && own.every((entry) => this.#isSameEntry(entry, entryOf(b, entry.key), role));
  }

  #isSameEntry({ key, value }: Entry, other: Entry | undefined, role: NodeRole): boolean {
    const how = { role: below(role, key) ?? "value", unordered: UNORDERED.has(key) };
    return other !== undefined && this.#same(value, other.value, how);
  }

  /** Compares references. In some languages, keywords beside a reference count. */
  #referred(a: Node, b: Node, { role }: Comparing): boolean {
    const [target, other] = [this.#old.follow(a), this.#new.follow(b)];
    if (!target || !other) return !target && !other && stringOf(a, "$ref") === stringOf(b, "$ref");
    // A `$ref` where no reference is allowed is plain data.
    if (target === a && other === b) return this.#sameContents(a, b, { role });
    const [own, others] = [besideReference(a, target), besideReference(b, other)].map((entries) => asserted(entries, role));
    if (!own || own.length !== others?.length) return false;
    const find = (key: string): Entry | undefined => others.find((each) => each.key === key);
    return own.every((entry) => this.#isSameEntry(entry, find(entry.key), role)) && this.#same(target, other, { role });
  }
}

/** How two values are compared. */
interface Comparing {
  readonly role: NodeRole;
  /** Whether the order of a list has no meaning. */
  readonly unordered?: boolean;
}

/** The entries beside a reference to another value. */
export function besideReference(node: Node, target: Node): readonly Entry[] {
  return node === target ? [] : entriesOf(node).filter(({ key }) => key !== "$ref");
}
