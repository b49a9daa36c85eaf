import type { Diagnostic, MapNode, Node, Entry, NumberNode } from "#text";
import { counted, parseText, printJson, printYaml, problem, childrenOf, readLimits } from "#text";
import type { Documents } from "../references/index.ts";
import { BundleEmitter, addMoved, splice } from "./splice.ts";
import { isSelfContained, Placement } from "./placement.ts";

/** Whether two values are equal, including key order and the digits of numbers. Each aliased pair is compared once. */
export function sameValue(first: Node, second: Node): boolean {
  const seen = new Map<Node, Node>();
  const open: (readonly [Node, Node])[] = [[first, second]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b || seen.get(a) === b) continue;
    seen.set(a, b);
    const inside = pairsOf(a, b);
    if (!inside) return false;
    for (const each of inside) open.push(each);
  }
  return true;
}

type Pairs = readonly (readonly [Node, Node])[];

/** The pairs of children of two values; `undefined` if the values differ themselves. */
function pairsOf(a: Node, b: Node): Pairs | undefined {
  if (a.kind === "map" && b.kind === "map") {
    if (a.entries.length !== b.entries.length) return undefined;
    const pairs = a.entries.map((entry, index) => ({ entry, other: b.entries[index] }));
    if (!pairs.every(({ entry, other }) => entry.key === other?.key)) return undefined;
    return pairs.flatMap(({ entry, other }) => (other ? [[entry.value, other.value] as const] : []));
  }
  if (a.kind === "list" && b.kind === "list") {
    const { items } = b;
    return a.items.length === items.length
      ? a.items.flatMap((item, index) => (items[index] ? [[item, items[index]] as const] : []))
      : undefined;
  }
  return sameScalar(a, b) ? [] : undefined;
}

function sameScalar(a: Node, b: Node): boolean {
  if (a.kind === "number" && b.kind === "number") return a.raw === b.raw;
  if ((a.kind === "string" && b.kind === "string") || (a.kind === "boolean" && b.kind === "boolean")) return a.value === b.value;
  return a.kind === "null" && b.kind === "null";
}

/** Maps a list. Returns the same list if no item changes. */
function mapUnlessSame<T>(items: readonly T[], make: (item: T) => T): readonly T[] {
  const made = items.map(make);
  return made.every((item, at) => item === items[at]) ? items : made;
}

/** Whether JSON can represent a number. */
const isJson = ({ value, raw }: NumberNode): boolean => Number.isFinite(value) || /\d/.test(raw);

/** Whether JSON can represent all numbers of a value. Aliased values are visited repeatedly, so the value must not be too large. */
function isAllJson(node: Node): boolean {
  if (node.kind === "map") return node.entries.every(({ value }) => isAllJson(value));
  if (node.kind === "list") return node.items.every(isAllJson);
  return node.kind !== "number" || isJson(node);
}

/**
 * Replaces infinity and NaN by strings, because JSON has neither. An unchanged value is the same node. The value must be within the limit
 * of a bundle.
 */
function jsonNumbers(node: Node): Node {
  if (isAllJson(node)) return node;
  const done = new Map<Node, Node>();
  const entry = (each: Entry): Entry => {
    const value = convert(each.value);
    return value === each.value ? each : { ...each, value };
  };
  const inside = (each: Extract<Node, { kind: "map" | "list" }>): Node => {
    if (each.kind === "list") {
      const items = mapUnlessSame(each.items, convert);
      return items === each.items ? each : { ...each, items };
    }
    const entries = mapUnlessSame(each.entries, entry);
    return entries === each.entries ? each : { ...each, entries };
  };
  const convert = (each: Node): Node => {
    if (each.kind === "number") return isJson(each) ? each : { ...each, kind: "string", value: each.raw };
    if (each.kind !== "map" && each.kind !== "list") return each;
    const known = done.get(each);
    if (known) return known;
    const made = inside(each);
    done.set(each, made);
    return made;
  };
  return convert(node);
}

/** A bundle may have this many characters, or `GROWTH` times those of its files if that is more. */
const MIN_LIMIT = 8_000_000;
const GROWTH = 8;

/** The approximate number of characters around each value: quotes of keys, punctuation, indentation. */
const OVERHEAD = 8;

/** How long a bundle may be if its files have this many characters together. Aliases may expand exponentially, so there is a limit. */
function expandedLimit(characters: number): number {
  return Math.max(MIN_LIMIT, GROWTH * characters);
}

function ownSize(node: Node): number {
  if (node.kind === "map") return node.entries.reduce((sum, { key }) => sum + key.length + OVERHEAD, OVERHEAD);
  return OVERHEAD + (node.kind === "string" ? node.value.length : node.kind === "number" ? node.raw.length : 0);
}

/**
 * Whether a value has at most this many characters by {@link expandedSize}. It counts every repetition, which is faster than finding
 * them, and stops at the limit.
 */
function fitsExpanded(root: Node, most: number): boolean {
  let count = ownSize(root);
  const open = [root];
  for (let node = open.pop(); node && count <= most; node = open.pop()) {
    for (const child of childrenOf(node)) {
      count += ownSize(child);
      if (child.kind === "map" || child.kind === "list") open.push(child);
    }
  }
  return count <= most;
}

/**
 * The approximate number of characters of a value with its aliases expanded. Each map and list is counted once, so it is fast for any
 * value.
 */
export function expandedSize(root: Node): number {
  const counts = new Map<Node, number>();
  const open = [root];
  for (let node = open.at(-1); node; node = open.at(-1)) {
    // A repeated value may be on the stack several times.
    if (counts.has(node)) {
      open.pop();
      continue;
    }
    const inside = childrenOf(node);
    const unknown = inside.filter((each) => !counts.has(each) && (each.kind === "map" || each.kind === "list"));
    for (const each of unknown) open.push(each);
    if (unknown.length > 0) continue;
    counts.set(
      node,
      inside.reduce((sum, each) => sum + (counts.get(each) ?? ownSize(each)), ownSize(node)),
    );
    open.pop();
  }
  return counts.get(root) ?? ownSize(root);
}

export interface BundleFormat {
  /** The language to write; that of the document by default. */
  readonly format?: "yaml" | "json" | undefined;
}

/** One self-contained document. References that do not resolve stay; loading has reported them. */
export interface DocumentBundle {
  /** Absent if it would be too large. */
  readonly text?: string;
  readonly problems: readonly Diagnostic[];
}

type BundleEdits = Parameters<typeof splice>[1];

function print(root: Node, format: string): string {
  return format === "json" ? `${printJson(jsonNumbers(root), { most: Infinity })}\n` : printYaml(root);
}

/** The approximate number of characters of all edits. */
function sizeOf({ changes, moved }: BundleEdits): number {
  const values = [...changes, ...moved].map((each) => ("node" in each ? each.node : each.kind === "value" ? each.value : undefined));
  return values.reduce((sum, value) => sum + (value ? expandedSize(value) : 1), 0);
}

/** Edits the text of a document. Returns `undefined` if the result does not parse to the wanted value. */
function editText(documents: Documents, wanted: MapNode, made: BundleEdits): string | undefined {
  const { main, root } = documents;
  const text = splice(root, made);
  const read = parseText({ ...main, text }, { limits: { depth: Infinity, repeatedMembers: Infinity }, report: () => undefined });
  return read && sameValue(read, wanted) ? text : undefined;
}

interface BundlePrintOptions {
  readonly format: string;
  readonly most: number;
  readonly problems: readonly Diagnostic[];
}

/** Prints a document with its aliases expanded, unless that would be too large. */
function printAnew({ root }: Documents, wanted: Node, { format, most, problems }: BundlePrintOptions): DocumentBundle {
  if (fitsExpanded(wanted, most)) return { text: print(wanted, format), problems };
  const blanks = {
    what: "The bundled document, its aliases written out,",
    size: `about ${counted(expandedSize(wanted), "character")}`,
    limit: counted(most, "character"),
  };
  return { problems: [...problems, problem("document/too-large", root, blanks)] };
}

/**
 * Bundles a document and the files that its references lead to. In the document's own language, the main document keeps its comments,
 * layout and aliases. In the other language, or if its layout prevents editing, everything is printed again.
 */
export function bundle(documents: Documents, options: BundleFormat = {}): DocumentBundle {
  const { main, root } = documents;
  const format = options.format ?? main.language;
  const most = expandedLimit(documents.files.reduce((sum, { text }) => sum + text.length, 0));
  if (isSelfContained(documents)) {
    if (format === main.language) return { text: main.text, problems: [] };
    return printAnew(documents, root, { format, most, problems: [] });
  }
  const homes = new Placement(documents);
  const emitter = new BundleEmitter(homes, documents);
  const emitted = emitter.emit(root);
  const moved = homes.moved.map((each) => ({ ...each, node: emitter.emit(each.node) }));
  const wanted = addMoved(emitted.kind === "map" ? emitted : root, moved);
  const tooDeep = { limit: counted(readLimits.depth, "level"), hint: "Nest less deeply." };
  const problems = emitter.tooDeep.map((place) => problem("document/too-deep", place, tooDeep));
  const made = { changes: emitter.changes, moved };
  const text = format === main.language && sizeOf(made) <= most ? editText(documents, wanted, made) : undefined;
  if (text !== undefined) return { text, problems };
  return printAnew(documents, wanted, { format, most, problems });
}
