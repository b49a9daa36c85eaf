/**
 * JSON as a value that remembers where it was written.
 *
 * Every node is itself a {@link Place}: a diagnostic about a value takes the node as its place.
 * Offsets are UTF-16 units into the text of the file; line, column and JSON Pointer are derived late,
 * because a duplicate key or a syntax error has no pointer and most places are never printed.
 */

/**
 * Keeps the results of functions for objects. Its owner passes it to the code that works for it. Nothing outlives the owner, and the
 * results for an object are freed with the object.
 */
export class Memo {
  readonly #made = new Map<unknown, WeakMap<object, unknown>>();

  /** Whether there is a result of a function for an object. */
  has(make: (key: never) => unknown, key: object): boolean {
    return this.#made.get(make)?.has(key) === true;
  }

  /** The result of a function for an object, computed once. The function itself is the key, so pass a named one. */
  of<Key extends object, Value>(make: (key: Key) => Value, key: Key): Value {
    let known = this.#made.get(make) as WeakMap<Key, { readonly value: Value }> | undefined;
    if (!known) this.#made.set(make, (known = new WeakMap()));
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { value: make(key) }));
    return entry.value;
  }
}

/** The value of a key, made where the map has none. */
export function getOrMake<Key, Value>(
  map: { readonly get: (key: Key) => Value | undefined; readonly set: (key: Key, value: Value) => unknown },
  key: Key,
  make: (key: Key) => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

/** Keeps what was made for the last `size` keys, where keeping all would take too much memory. */
export class Recent<Key, Value> {
  readonly #kept = new Map<Key, { readonly value: Value }>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  of(key: Key, make: () => Value): Value {
    return getOrMake(this.#kept, key, () => {
      const made = { value: make() };
      const [oldest] = this.#kept.keys();
      if (this.#kept.size >= this.#size && oldest !== undefined) this.#kept.delete(oldest);
      return made;
    }).value;
  }
}

/** Adds a value to a set. Returns whether the set did not have it before. */
export function addNew<Value>(set: Set<Value>, value: Value): boolean {
  const before = set.size;
  return set.add(value).size > before;
}

/**
 * A function of an immutable object that is computed once for each: the result is kept as long as the object is. The result depends on
 * nothing but the object, so that no caller can tell whether it was kept.
 */
/* @__NO_SIDE_EFFECTS__ */
export function oncePerObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}

/**
 * What recurses follows groups, types, blocks and references no deeper: nobody nests so many, and the stack is finite. Values nest as deep as
 * `limits.depth` says.
 */
export const DEEPEST_NESTED = 100;

/** The largest depth limit of values: what reads them recurses, too. */
export const MOST_DEPTH = 1000;

/** The most steps of one search through a whole document: ten thousand schemas may share a part of ten thousand properties. */
export const MOST_STEPS = 2_000_000;

/** The most values that one value may become when its references and aliases are replaced. Nobody writes so many. */
export const MOST_VALUES = 200_000;

/** One text that was read. `name` is what diagnostics print: relative to the working folder, `/`-separated. */
export interface TextFile {
  /** Canonical identity: the real absolute path, or the URL of a remote file. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly language: "yaml" | "json" | "markdown" | "protobuf";
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
 * Entries in document order. Of duplicate keys only the last is kept; reading reports the others. YAML aliases share nodes, so a tree
 * may be an acyclic graph. Remember results by node, because full expansion can be exponential.
 */
export interface MapNode extends Place {
  readonly kind: "map";
  readonly entries: readonly Entry[];
}

export type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;
export type Node = ScalarNode | ListNode | MapNode;

const kindPhrases = {
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  null: "null",
  list: "a list",
  map: "an object",
} as const satisfies Record<Node["kind"], string>;

/** The kind of a node in words: `a string`, `an object`, `null`. */
export function describeKind(node: Node): string {
  return kindPhrases[node.kind];
}

/** Maps of up to this many entries are searched in order; larger ones get an index on first use. */
const INDEX_FROM = 12;
const indexOf = oncePerObject(({ entries }: MapNode): ReadonlyMap<string, Entry> => new Map(entries.map((entry) => [entry.key, entry])));

/** The entry of an own key, or `undefined`. It never finds properties of `Object.prototype`. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  if (node?.kind !== "map") return undefined;
  if (node.entries.length < INDEX_FROM) {
    // A loop, because `find` would create a closure per call, and this is the hottest function.
    for (const entry of node.entries) if (entry.key === key) return entry;
    return undefined;
  }
  return indexOf(node).get(key);
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

/** A string node as it is; anything else is `undefined`. */
export function asString(node: Node | undefined): StringNode | undefined {
  return node?.kind === "string" ? node : undefined;
}

/** The text of a scalar, as it is written without quotes. */
export function scalarText(node: Node | undefined): string | undefined {
  if (node?.kind === "string") return node.value;
  if (node?.kind === "number") return node.raw;
  return node?.kind === "boolean" ? String(node.value) : undefined;
}

export function isTrue(node: Node | undefined): boolean {
  return node?.kind === "boolean" && node.value;
}

export function isFalse(node: Node | undefined): boolean {
  return node?.kind === "boolean" && !node.value;
}

/** The items of a list node; anything else has none. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === "list" ? node.items : [];
}

/** The entries of a map node; anything else has none. */
export function entriesOf(node: Node | undefined): readonly Entry[] {
  return node?.kind === "map" ? node.entries : [];
}

/** The values directly in a map or list; a scalar has none. */
export function childrenOf(node: Node | undefined): readonly Node[] {
  return node?.kind === "map" ? node.entries.map(({ value }) => value) : itemsOf(node);
}

/** Characters of a text that count as one member. */
const CHARACTERS_OF_TEXT = 100;

/** How many members a value counts for each further use: its own items or entries, or its length for a text. */
export function memberCount(node: Node): number {
  if (node.kind === "map") return node.entries.length;
  if (node.kind === "list") return node.items.length;
  return 1 + Math.floor((node.end - node.start) / CHARACTERS_OF_TEXT);
}

/**
 * Whether the weights of a value and of all values in it add up to at most `most`. An aliased value counts each time it is used.
 * Each value weighs 1 by default.
 */
export function hasAtMost(node: Node, most: number, weigh: (node: Node) => number = () => 1): boolean {
  const open: Node[] = [node];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    count += weigh(next);
    // Stops before it queues a long list.
    if (count > most || (next.kind === "map" ? next.entries : next.kind === "list" ? next.items : []).length > most) return false;
    if (next.kind === "map") for (const { value } of next.entries) open.push(value);
    else if (next.kind === "list") for (const item of next.items) open.push(item);
  }
  return true;
}

/** A map without its nulls, at every depth. A trait that a thousand messages share is walked once. */
const withoutNulls = oncePerObject((patch: MapNode): MapNode => {
  const kept = patch.entries.filter((entry) => entry.value.kind !== "null");
  const entries = kept.map((entry) => {
    const value = clean(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
  const same = entries.length === patch.entries.length && entries.every((entry, at) => entry === patch.entries[at]);
  return same ? patch : { ...patch, entries };
});

/** A patch without its nulls (RFC 7396 § 2); the same node if it has none. */
function clean(patch: Node): Node {
  return patch.kind === "map" ? withoutNulls(patch) : patch;
}

/**
 * Merges a patch into a target (RFC 7396). Every entry of the result keeps the place where it was written.
 * Neither argument is changed; an unchanged value is the same node, not a copy.
 * Keys are compared as own keys only, so `__proto__` is a key like any other.
 */
export function mergePatch(target: Node | undefined, patch: Node): Node {
  if (patch.kind !== "map" || target?.kind !== "map") return clean(patch);
  const merged = new Map<string, Entry>(target.entries.map((entry) => [entry.key, entry]));
  for (const entry of patch.entries) {
    if (entry.value.kind === "null") merged.delete(entry.key);
    else merged.set(entry.key, { ...entry, value: mergePatch(entryOf(target, entry.key)?.value, entry.value) });
  }
  return { kind: "map", file: target.file, start: target.start, end: target.end, entries: [...merged.values()] };
}
