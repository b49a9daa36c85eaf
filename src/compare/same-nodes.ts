import type { Documents } from "#documents";
import type { Entry, MapNode, Node } from "#text";
import { compareNumbers, entriesOf, entryOf, itemsOf, stringOf } from "#text";

/** Lists whose order means nothing. */
const UNORDERED: ReadonlySet<string> = new Set([
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

/** A chain of references that is longer takes more stack than there is: such values count as different. */
const DEEPEST = 250;

function isReference(node: Node): boolean {
  return stringOf(node, "$ref") !== undefined;
}

/** Compares values of two documents: references followed, keys in any order. */
export class SameNodes {
  readonly #old: Documents;
  readonly #new: Documents;
  /** Pairs that are the same, or are being compared: a cycle is the same where nothing on the way tells it apart. */
  readonly #met = new Map<Node, Set<Node>>();
  readonly #different = new Map<Node, Set<Node>>();
  readonly #log: (readonly [Node, Node])[] = [];
  #depth = 0;

  constructor(old: Documents, now: Documents) {
    this.#old = old;
    this.#new = now;
  }

  /** Whether two values say the same. */
  areSame(a: Node | undefined, b: Node | undefined): boolean {
    if (!a || !b) return a === b;
    return this.#same(a, b, false);
  }

  /** A pair that is refuted takes back what was concluded on the way, which may have assumed it. */
  #same(a: Node, b: Node, unordered: boolean): boolean {
    if (a.kind !== "map" && a.kind !== "list") return isReference(b) ? this.#referred(a, b) : this.#sameScalar(a, b);
    if (this.#met.get(a)?.has(b)) return true;
    if (this.#different.get(a)?.has(b)) return false;
    if (this.#depth > DEEPEST) return false;
    const start = this.#log.push([a, b]) - 1;
    add(this.#met, a, b);
    this.#depth += 1;
    const same = this.#compare(a, b, unordered);
    this.#depth -= 1;
    if (!same) {
      for (const [one, other] of this.#log.splice(start)) this.#met.get(one)?.delete(other);
      add(this.#different, a, b);
    }
    return same;
  }

  #compare(a: Node, b: Node, unordered: boolean): boolean {
    return isReference(a) || isReference(b) ? this.#referred(a, b) : this.#sameContents(a, b, unordered);
  }

  #sameContents(a: Node, b: Node, unordered: boolean): boolean {
    if (a.kind === "map") return b.kind === "map" && this.#sameMap(a, b);
    if (b.kind !== "list") return false;
    const [own, others] = [itemsOf(a), itemsOf(b)];
    if (own.length !== others.length) return false;
    if (own.every((item, at) => this.#isSameItem(item, others[at]))) return true;
    return unordered && own.length <= 200 && this.#sameSet(own, others);
  }

  #isSameItem(item: Node, other: Node | undefined): boolean {
    return other !== undefined && this.#same(item, other, false);
  }

  #sameSet(own: readonly Node[], others: readonly Node[]): boolean {
    const left = new Set(others);
    return own.every((item) => {
      const found = [...left].find((other) => this.#same(item, other, false));
      return found !== undefined && left.delete(found);
    });
  }

  #sameScalar(a: Node, b: Node): boolean {
    if (a.kind === "number") return b.kind === "number" && (a.raw === b.raw || compareNumbers(a.raw, b.raw) === 0);
    if (a.kind === "null") return b.kind === "null";
    return a.kind === b.kind && "value" in a && "value" in b && a.value === b.value;
  }

  #sameMap(a: MapNode, b: MapNode): boolean {
    if (a.entries.length !== b.entries.length) return false;
    return a.entries.every(({ key, value }) => {
      const other = entryOf(b, key)?.value;
      return other !== undefined && this.#same(value, other, UNORDERED.has(key));
    });
  }

  /** What stands beside a reference counts in some languages. */
  #referred(a: Node, b: Node): boolean {
    const [target, other] = [this.#old.follow(a), this.#new.follow(b)];
    if (!target || !other) return !target && !other && stringOf(a, "$ref") === stringOf(b, "$ref");
    // A `$ref` where no reference may stand is data.
    if (target === a && other === b) return this.#sameContents(a, b, false);
    const [own, others] = [besideReference(a, target), besideReference(b, other)];
    if (own.length !== others.length) return false;
    const sameSiblings = own.every(({ key, value }) => {
      const beside = others.find((each) => each.key === key)?.value;
      return beside !== undefined && this.#same(value, beside, UNORDERED.has(key));
    });
    return sameSiblings && this.#same(target, other, false);
  }
}

/** What stands beside a reference that leads to another value. */
function besideReference(node: Node, target: Node): readonly Entry[] {
  return node === target ? [] : entriesOf(node).filter(({ key }) => key !== "$ref");
}

function add(pairs: Map<Node, Set<Node>>, a: Node, b: Node): void {
  const others = pairs.get(a);
  if (others) others.add(b);
  else pairs.set(a, new Set([b]));
}
