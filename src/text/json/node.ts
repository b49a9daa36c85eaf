/**
 * JSON as a value that remembers where it was written.
 *
 * Every node is itself a {@link Place}: a diagnostic about a value takes the node as its place.
 * Offsets are UTF-16 units into the text of the file; line, column and JSON Pointer are derived late,
 * because a duplicate key or a syntax error has no pointer and most places are never printed.
 */

/** One text that was read. `name` is what diagnostics print: relative to the working folder, `/`-separated. */
export interface TextFile {
  /** Canonical identity: the real absolute path, or the URL of a remote file. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly language: "yaml" | "json" | "markdown";
}

/** A range of one file, `end` exclusive, in UTF-16 units. */
export interface Place {
  readonly file: TextFile;
  readonly start: number;
  readonly end: number;
}

export interface StringNode extends Place {
  readonly kind: "string";
  readonly value: string;
}

/** A number keeps the digits it was written with in `raw` (`1.10`, `9223372036854775807`, `.inf`). */
export interface NumberNode extends Place {
  readonly kind: "number";
  readonly raw: string;
  /** The nearest double; use `raw` wherever it is shown or compared exactly. */
  readonly value: number;
}

export interface BooleanNode extends Place {
  readonly kind: "boolean";
  readonly value: boolean;
}

export interface NullNode extends Place {
  readonly kind: "null";
}

export interface ListNode extends Place {
  readonly kind: "list";
  readonly items: readonly Node[];
}

/** One key of a map. The entry is the place of its *key*; `value` is the place of the value. */
export interface Entry extends Place {
  readonly key: string;
  readonly value: Node;
}

/**
 * Entries in document order. Of a duplicate key only the last stays (the others are reported on reading).
 * YAML aliases share nodes, so a tree may be a graph without cycles: memoize by node, never expand blindly.
 */
export interface MapNode extends Place {
  readonly kind: "map";
  readonly entries: readonly Entry[];
}

export type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;
export type Node = ScalarNode | ListNode | MapNode;

/** Maps of up to this many entries are searched in order; larger ones get an index on first use. */
const INDEX_FROM = 12;
const indexes = new WeakMap<MapNode, Map<string, Entry>>();

/** The entry of an own key, or `undefined`. Never sees `Object.prototype`. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  if (node?.kind !== "map") return undefined;
  if (node.entries.length < INDEX_FROM) {
    // A loop where `find` would make a function a call: nothing is asked as often.
    for (const entry of node.entries) if (entry.key === key) return entry;
    return undefined;
  }
  let index = indexes.get(node);
  if (!index) {
    index = new Map(node.entries.map((entry) => [entry.key, entry]));
    indexes.set(node, index);
  }
  return index.get(key);
}

/** The value of an own key, or `undefined`. References are not followed. */
export function valueOf(node: Node | undefined, key: string): Node | undefined {
  return entryOf(node, key)?.value;
}

/** The string under a key, or `undefined` when it is absent or of another type. */
export function stringOf(node: Node | undefined, key: string): string | undefined {
  const value = valueOf(node, key);
  return value?.kind === "string" ? value.value : undefined;
}

/** The items of a list node; anything else has none. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === "list" ? node.items : [];
}

/** The entries of a map node; anything else has none. */
export function entriesOf(node: Node | undefined): readonly Entry[] {
  return node?.kind === "map" ? node.entries : [];
}
