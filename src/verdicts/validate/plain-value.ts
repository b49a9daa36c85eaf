import type { Node } from "#text";
import { stringOf } from "#text";
import { avroTypes } from "./foreign-types.ts";

/** Larger schemas are not handed to a library; they are shown all the same. */
const MOST_NODES = 20_000;

/** A value as the library wants it, and what the library says of it with every number as it is written. */
export interface PlainValue {
  readonly value: unknown;
  asWritten(reason: string): string;
}

/** Numbers as a double each. */
class Doubles {
  readonly #written = new Map<string, string>();
  /** The library calls a long only what a double can count, and less two. */
  #standIn = Number.MAX_SAFE_INTEGER - 1;

  /** What stands for a number: for a long that no double can be one of its own that is a long to the library too. */
  of(node: Node & { kind: "number" }): number {
    const exact = Number.isSafeInteger(node.value) || !(avroTypes.get("long")?.(node) ?? false);
    const double = exact ? node.value : this.#standIn-- * Math.sign(node.value);
    if (!this.#written.has(String(double))) this.#written.set(String(double), node.raw);
    return double;
  }

  asWritten(reason: string): string {
    return reason.replace(/(?<![\w."])-?(?:\d[\w.+]*|Infinity)(?!["\w])/g, (text) => this.#written.get(text) ?? text);
  }
}

/** References followed, keys own ones; `undefined` where it is too large or leads to itself. */
export function plainOf(node: Node, follow: (node: Node) => Node | undefined): PlainValue | undefined {
  let left = MOST_NODES;
  const open = new Set<Node>();
  const doubles = new Doubles();
  const plain = (from: Node): unknown => {
    const target = stringOf(from, "$ref") === undefined ? from : (follow(from) ?? from);
    left -= 1;
    if (left < 0 || open.has(target)) throw new RangeError("too large");
    if (target.kind === "null") return null;
    if (target.kind === "number") return doubles.of(target);
    if (target.kind === "string" || target.kind === "boolean") return target.value;
    open.add(target);
    const made =
      target.kind === "list" ? target.items.map(plain) : Object.fromEntries(target.entries.map(({ key, value }) => [key, plain(value)]));
    open.delete(target);
    return made;
  };
  try {
    return { value: plain(node), asWritten: (reason) => doubles.asWritten(reason) };
  } catch {
    return undefined;
  }
}
