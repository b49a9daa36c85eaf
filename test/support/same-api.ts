import type { Node } from "../../src/text/json/index.ts";
import { entriesOf, entryOf, itemsOf } from "../../src/text/json/index.ts";
import type { Api } from "../../src/model/api/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";

/** An API with the documents it was read from. */
export interface Read {
  readonly api: Api;
  readonly documents: Documents;
}

/** What depends on where things are written: names made of component keys and files, the lists of components, functions. */
const byPlace = new Set("id title name isNamed keys origin component components schemas entityAt node written traits".split(" "));

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value && "file" in value && "start" in value;
}

/** What a scalar says, with its digits; nothing of a map or list. */
function scalarOf(node: Node): string | undefined {
  if (node.kind === "number") return node.raw;
  return "value" in node ? String(node.value) : undefined;
}

/**
 * Compares two readings of one API: everything that both say, through references, whose texts may differ. A cycle is equal where
 * nothing on the way tells the two apart.
 */
export class Comparison {
  private readonly first: Documents;
  private readonly second: Documents;
  private readonly seen = new Map<unknown, Set<unknown>>();
  private readonly open: [unknown, unknown, string][] = [];

  constructor(first: Documents, second: Documents) {
    this.first = first;
    this.second = second;
  }

  /** The path of the first difference found, or `undefined`. */
  difference(a: unknown, b: unknown): string | undefined {
    this.open.push([a, b, ""]);
    for (let pair = this.open.pop(); pair; pair = this.open.pop()) {
      const [x, y, path] = pair;
      if (!this.met(x, y) && !this.same(x, y, path)) return path === "" ? "/" : path;
    }
    return undefined;
  }

  private met(a: unknown, b: unknown): boolean {
    if (typeof a !== "object" || a === null) return false;
    const others = this.seen.get(a) ?? new Set();
    this.seen.set(a, others);
    if (others.has(b)) return true;
    others.add(b);
    return false;
  }

  private same(a: unknown, b: unknown, path: string): boolean {
    if (isNode(a) || isNode(b)) return isNode(a) && isNode(b) && this.sameNode(a, b, path);
    if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
    const keys = Object.keys(a).filter((key) => !byPlace.has(key));
    if (
      keys.join() !==
      Object.keys(b)
        .filter((key) => !byPlace.has(key))
        .join()
    )
      return false;
    for (const key of keys) this.open.push([(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}/${key}`]);
    return true;
  }

  private sameNode(a: Node, b: Node, path: string): boolean {
    const x = this.first.follow(a);
    const y = this.second.follow(b);
    if (!x || !y) return x === y;
    if (x.kind !== y.kind || scalarOf(x) !== scalarOf(y)) return false;
    this.siblings(a, b, path);
    this.items(itemsOf(x), itemsOf(y), path);
    if (itemsOf(x).length !== itemsOf(y).length) return false;
    const keys = entriesOf(x).map(({ key }) => key);
    if (
      keys.join("\n") !==
      entriesOf(y)
        .map(({ key }) => key)
        .join("\n")
    )
      return false;
    for (const key of keys) this.open.push([entryOf(x, key)?.value, entryOf(y, key)?.value, `${path}/${key}`]);
    return true;
  }

  /** Some languages read what stands beside a `$ref`. */
  private siblings(a: Node, b: Node, path: string): void {
    for (const { key, value } of entriesOf(a)) {
      const other = entryOf(b, key)?.value;
      if (key !== "$ref" && entryOf(a, "$ref") && entryOf(b, "$ref")) this.open.push([value, other, `${path}/${key}`]);
    }
  }

  private items(a: readonly Node[], b: readonly Node[], path: string): void {
    for (const [index, item] of a.entries()) this.open.push([item, b[index], `${path}/${index}`]);
  }
}

/** Where two readings of an API say something different, or `undefined`. */
export function differenceOf(a: Read, b: Read): string | undefined {
  return new Comparison(a.documents, b.documents).difference(a.api, b.api);
}
