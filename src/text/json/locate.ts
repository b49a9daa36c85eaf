import type { Entry, Node, Place } from "./node.ts";
import { entryOf, oncePerObject } from "./node.ts";

/** Escapes a reference token for a pointer. `~` comes first, otherwise `~1` would be escaped twice (RFC 6901 § 3). */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Joins tokens to a pointer. No tokens give the empty pointer, which means the whole document. */
export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/**
 * The tokens of a JSON Pointer (RFC 6901, without `#`); `undefined` if the text does not start with `/`, or has `~` before anything but
 * `0` and `1`.
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The most tokens that one name is looked for in. */
const LONGEST_NAME = 8;

/** The names that a pointer may end in: its last token, and the last ones together where a slash inside of a key was not escaped. */
export function namesAtEnd(tokens: readonly string[]): string[] {
  const last = tokens.slice(-LONGEST_NAME);
  return last.map((_, at) => last.slice(at).join("/"));
}

/** A URI fragment or path without its percent escapes (RFC 3986 § 2.1, RFC 6901 § 6); as it is where they are broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The member or item that a token names. An index has no leading zero, and `-` names nothing (RFC 6901 § 4). */
export function childAt(node: Node, token: string): Node | undefined {
  if (node.kind === "map") return entryOf(node, token)?.value;
  if (node.kind !== "list" || !/^(0|[1-9]\d*)$/.test(token)) return undefined;
  return node.items[Number(token)];
}

/** The value that the tokens lead to, or `undefined`. References on the way are not followed. */
export function evaluatePointer(root: Node, tokens: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const token of tokens) {
    if (!node) return undefined;
    node = childAt(node, token);
  }
  return node;
}

/** The value that a URI fragment without its `#` leads to (RFC 6901 § 6). */
export function evaluateFragment(root: Node, fragment: string): Node | undefined {
  const tokens = parsePointer(percentDecoded(fragment));
  return tokens && evaluatePointer(root, tokens);
}

/** Orders texts by their UTF-16 units: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Groups items by key. Keys are in the order in which they first occur, and items keep their order. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Binary search: the number of leading indexes for which `isBefore` holds. It must hold for a prefix of the indexes. */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a place lies wholly inside another of the same text. */
function contains(outer: Pick<Place, "start" | "end">, inner: Place): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The index of the last place that starts at or before an offset, or 0. The places are in text order. */
function lastBefore(places: readonly Pick<Place, "start">[], offset: number): number {
  return Math.max(0, partitionPoint(places.length, (index) => (places[index]?.start ?? 0) <= offset) - 1);
}

/** The text that a child of a node covers. Ranges nest: the node of an alias may lie around the node of another child. */
interface ChildRange {
  readonly start: number;
  readonly end: number;
  /** The index of the first child with this range. */
  readonly index: number;
  readonly enclosing: ChildRange | undefined;
}

/** The ranges of a node's keys, values and items in text order. Two ranges are either nested or disjoint. */
const rangesOf = oncePerObject((node: Node): readonly ChildRange[] => {
  const children = node.kind === "map" ? node.entries.flatMap((entry) => [entry, entry.value]) : node.kind === "list" ? node.items : [];
  const each = node.kind === "map" ? 2 : 1;
  const sorted = children
    .map(({ start, end }, at) => ({ start, end, index: Math.floor(at / each) }))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);
  const found: ChildRange[] = [];
  for (const own of sorted) {
    let enclosing = found.at(-1);
    if (enclosing?.start === own.start && enclosing.end === own.end) continue;
    while (enclosing && enclosing.end <= own.start) enclosing = enclosing.enclosing;
    found.push({ ...own, enclosing });
  }
  return found;
});

/**
 * The index of the first child that covers a place; -1 if none does. It searches the ranges of all children, because aliases break
 * their order.
 */
function indexPastAliases(node: Node, place: Place): number {
  const all = rangesOf(node);
  const last = partitionPoint(all.length, (index) => (all[index]?.start ?? 0) <= place.start) - 1;
  let found = -1;
  for (let range = all[last]; range; range = range.enclosing) {
    if (contains(range, place) && (found === -1 || range.index < found)) found = range.index;
  }
  return found;
}

/** The index of the child that contains a place. Without aliases children are in text order, so that is tried first. */
function indexOf(node: Node, place: Place, { children, holds }: { children: readonly Place[]; holds: (index: number) => boolean }): number {
  const likely = lastBefore(children, place.start);
  return holds(likely) ? likely : indexPastAliases(node, place);
}

/** The child whose key or value contains the place, with its token, and its entry if the node is a map. */
function step(node: Node, place: Place): { token: string; node: Node; entry?: Entry } | undefined {
  if (node.kind === "map") {
    const { entries } = node;
    const holds = (each: Entry | undefined): boolean => each !== undefined && (contains(each, place) || contains(each.value, place));
    const entry = entries[indexOf(node, place, { children: entries, holds: (index) => holds(entries[index]) })];
    return entry && { token: entry.key, node: entry.value, entry };
  }
  if (node.kind !== "list") return undefined;
  const { items } = node;
  const index = indexOf(node, place, { children: items, holds: (at) => items[at] !== undefined && contains(items[at], place) });
  const item = items[index];
  return item && { token: String(index), node: item };
}

/**
 * The JSON Pointer (RFC 6901, without `#`) of the deepest value or key below `root` that contains a place. It is empty if only the root
 * does.
 */
export function pointerAt(root: Node, place: Place): string {
  const tokens: string[] = [];
  let node = root;
  for (;;) {
    const next = step(node, place);
    if (!next) return formatPointer(tokens);
    tokens.push(next.token);
    node = next.node;
  }
}

/** The values that contain a place, from `root` to the innermost. */
export function nodesAt(root: Node, place: Place): readonly Node[] {
  const nodes = [root];
  for (let next = step(root, place); next; next = step(next.node, place)) nodes.push(next.node);
  return nodes;
}

/** The entry whose value is `node`; `undefined` for an item of a list and for the root itself. */
export function keyAt(root: Node, node: Node): Entry | undefined {
  let next = step(root, node);
  while (next && next.node !== node) next = step(next.node, node);
  return next?.entry;
}
