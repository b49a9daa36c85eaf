import type { Alias, ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isScalar } from "yaml";
import { problem } from "../diagnostics/index.ts";
import type { Entry, MapNode, Node, Place, ScalarNode, TextFile } from "../json/index.ts";
import { partitionPoint } from "../json/index.ts";
import { counted } from "../words/index.ts";
import type { ComposeContext } from "./compose-yaml.ts";
import { resolvePlain } from "./core-schema.ts";
import { describe } from "./describe.ts";
import { isBetween } from "./line-column.ts";
import { NESTED_HINT } from "./read-size.ts";
import { Refused } from "./refused.ts";
import { YamlValues } from "./yaml-values.ts";

const PREFIX = "tag:yaml.org,2002:";

/**
 * Whether a tag says what a scalar already is. The JSON Schema ruleset (YAML 1.2.2 § 10.2) has the seven tags
 * `map seq str null bool int float` and no other.
 */
function tagFits(tag: string, node: ScalarNode): boolean {
  switch (tag) {
    case "!":
    case `${PREFIX}str`:
      return node.kind === "string";
    case `${PREFIX}null`:
      return node.kind === "null";
    case `${PREFIX}bool`:
      return node.kind === "boolean";
    case `${PREFIX}int`:
      return node.kind === "number" && /^-?\d+$/.test(node.raw);
    case `${PREFIX}float`:
      return node.kind === "number";
    default:
      return false;
  }
}

/** Whether a tag makes a scalar a string whatever is written. */
function isStringTag(tag: string | undefined): boolean {
  return tag === "!" || tag === `${PREFIX}str`;
}

/** Whether a tag says what a collection already is. */
function collectionTagFits(tag: string, kind: "map" | "list"): boolean {
  return tag === "!" || tag === `${PREFIX}${kind === "map" ? "map" : "seq"}`;
}

/** What `<<` may copy in one text: a few lines of it can otherwise stand for billions of entries. */
const MOST = 1_000_000;

/** One `<<` of a map under construction: what it names, and how many entries stood before it. */
interface Merge {
  readonly from: Node;
  readonly before: number;
}

/** The maps that the value of `<<` names: one, or a list of them; `undefined` where it is anything else, and so an ordinary key. */
function mergeSources(value: Node): readonly MapNode[] | undefined {
  if (value.kind === "map") return [value];
  if (value.kind !== "list") return undefined;
  const maps = value.items.filter((item) => item.kind === "map");
  return maps.length === value.items.length ? [...new Set(maps)] : undefined;
}

/**
 * The entries of a map with those that `<<` names put where it stands (https://yaml.org/type/merge.html): the map's own
 * keys win, then the earlier source. Entries are shared, not copied. `undefined` when the budget is used up.
 */
class MergeKeys {
  private copied = 0;

  apply(own: readonly Entry[], merges: readonly Merge[]): Entry[] | undefined {
    const taken = new Set(own.map((entry) => entry.key));
    const result: Entry[] = [];
    let at = 0;
    for (const { from, before } of merges) {
      for (const entry of slice(own, at, before)) result.push(entry);
      at = before;
      for (const source of mergeSources(from) ?? []) {
        this.copied += source.entries.length;
        if (this.copied > MOST) return undefined;
        for (const entry of source.entries.filter(({ key }) => !taken.has(key))) result.push(entry);
        for (const { key } of source.entries) taken.add(key);
      }
    }
    for (const entry of slice(own, at, own.length)) result.push(entry);
    return result;
  }
}

function slice(entries: readonly Entry[], start: number, end: number): readonly Entry[] {
  return start === 0 && end === entries.length ? entries : entries.slice(start, end);
}

/** An anchored value; without a node while it is still being read. `height`: levels of collections in it. */
interface Anchor {
  node?: Node;
  height: number;
}

type YamlNode = ParsedNode | null;
type Pair = YAMLMap.Parsed["items"][number];

/** The last of some places, which are by place, that begins at an offset or before. */
function lastBefore<T extends { readonly start: number }>(places: readonly T[], offset: number): T | undefined {
  return places[partitionPoint(places.length, (index) => (places[index]?.start ?? 0) <= offset) - 1];
}

/** The library's document as placed values. Recursion is bounded by the depth that is allowed, aliases included. */
export class YamlConverter {
  private readonly context: ComposeContext;
  private readonly tags: readonly Place[];
  private readonly anchors = new Map<string, Anchor>();
  private readonly mergeKeys = new MergeKeys();
  private readonly values: YamlValues;
  /** The deepest level reached inside the anchored value being read. */
  private deepest = 0;

  constructor(context: ComposeContext, tags: readonly Place[]) {
    this.context = context;
    this.tags = tags;
    this.values = new YamlValues(context);
  }

  convert(node: ParsedNode, depth = 0): Node {
    if (isAlias(node)) return this.alias(node, depth);
    if (node.anchor === undefined) return this.content(node, depth);
    const anchor: Anchor = { height: 0 };
    this.anchors.set(node.anchor, anchor);
    const outer = this.deepest;
    this.deepest = depth;
    anchor.node = this.content(node, depth);
    anchor.height = this.deepest - depth;
    this.deepest = Math.max(outer, this.deepest);
    return anchor.node;
  }

  private content(node: Exclude<ParsedNode, Alias.Parsed>, depth: number): Node {
    if (isScalar(node)) return this.scalar(node);
    this.level(depth + 1, node.range[0]);
    return isMap(node) ? this.map(node, depth + 1) : this.list(node, depth + 1);
  }

  private place(node: ParsedNode): Place {
    return { file: this.context.file, start: node.range[0], end: node.range[1] };
  }

  private level(depth: number, start: number): void {
    if (depth > this.deepest) this.deepest = depth;
    const { file, limit, report } = this.context;
    if (depth <= limit) return;
    report(problem("document/too-deep", { file, start, end: start + 1 }, { limit: counted(limit, "level"), hint: NESTED_HINT }));
    throw new Refused();
  }

  private alias(alias: Alias.Parsed, depth: number): Node {
    const anchor = this.anchors.get(alias.source);
    const place = this.place(alias);
    if (!anchor) {
      const reason = `no value before the alias *${alias.source} has the anchor &${alias.source}`;
      this.context.report(problem("document/syntax", place, { language: "YAML", reason }));
      throw new Refused();
    }
    if (!anchor.node) {
      this.context.report(problem("document/alias-cycle", place, { alias: `*${alias.source}` }));
      throw new Refused();
    }
    this.level(depth + anchor.height, place.start);
    return anchor.node;
  }

  private scalar(node: Scalar.Parsed): Node {
    const { tag } = node;
    const place = this.place(node);
    const value = node.source;
    const plain = (node.type === "PLAIN" || node.type === undefined) && !isStringTag(tag);
    const result: ScalarNode = plain || (tag !== undefined && !isStringTag(tag)) ? resolvePlain(value, place) : stringNode(value, place);
    if (tag !== undefined) {
      if (tagFits(tag, result)) return result;
      this.wrongTag(tag, place);
      return plain ? result : stringNode(value, place);
    }
    return plain ? this.values.plain(value, place) : result;
  }

  private wrongTag(tag: string, place: Place): void {
    const at = lastBefore(this.tags, place.start) ?? place;
    const text = at === place ? tag : this.context.file.text.slice(at.start, at.end);
    this.context.report(problem("document/tag", at, { tag: text }));
  }

  private list(list: YAMLSeq.Parsed, depth: number): Node {
    const { file } = this.context;
    const [start, end] = list.range;
    if (list.tag !== undefined && !collectionTagFits(list.tag, "list")) this.wrongTag(list.tag, this.place(list));
    const items = list.items.map((item) => this.convert(item, depth));
    return { kind: "list", file, start, end: list.flow ? end : lastEnd(list.items.at(-1) ?? null, items.at(-1), end), items };
  }

  private map(map: YAMLMap.Parsed, depth: number): Node {
    const { file } = this.context;
    const [start, end] = map.range;
    if (map.tag !== undefined && !collectionTagFits(map.tag, "map")) this.wrongTag(map.tag, this.place(map));
    const list = this.values.newMap();
    const merges: Merge[] = [];
    let last: Node | undefined;
    for (const pair of map.items) last = this.pair(pair, depth, { list, merges });
    const finish = map.flow ? end : lastEnd(map.items.at(-1)?.value ?? null, last, end);
    return { kind: "map", file, start, end: finish, entries: merges.length === 0 ? list.entries : this.merge(list.entries, merges, start) };
  }

  private pair(pair: Pair, depth: number, { list, merges }: { list: ReturnType<YamlValues["newMap"]>; merges: Merge[] }): Node {
    const key = this.key(pair, depth);
    const value = pair.value ? this.convert(pair.value, depth) : emptyAfter(this.place(pair.key));
    if (key?.merge && mergeSources(value)) {
      this.context.report(problem("document/merge-key", key.place, {}));
      merges.push({ from: value, before: list.count });
    } else if (key) list.add({ ...key.place, key: key.text, value });
    return value;
  }

  private merge(own: readonly Entry[], merges: readonly Merge[], start: number): Entry[] {
    const entries = this.mergeKeys.apply(own, merges);
    if (entries) return entries;
    const place = { file: this.context.file, start, end: start + 1 };
    this.context.report(
      problem("document/too-large", place, { what: "What << copies", size: "more than a million entries", limit: "1000000" }),
    );
    throw new Refused();
  }

  /** A key as text, or `undefined` where it cannot be one (reported). */
  private key({ key }: Pair, depth: number): { text: string; place: Place; merge: boolean } | undefined {
    const place = this.place(key);
    if (!isScalar(key) || key.anchor !== undefined || key.tag !== undefined) return this.unusualKey(key, depth);
    const plain = key.type === "PLAIN" || key.type === undefined;
    const text = key.source;
    if (plain) this.values.checkKey({ ...place, text });
    return { text, place, merge: plain && text === "<<" };
  }

  private unusualKey(key: ParsedNode, depth: number): { text: string; place: Place; merge: false } | undefined {
    const node = this.convert(key, depth);
    const place = this.place(key);
    if (node.kind === "map" || node.kind === "list") {
      this.context.report(problem("document/key-not-a-string", place, { found: describe(node) }));
      return undefined;
    }
    const text =
      node.kind === "string" ? node.value : node.kind === "number" ? node.raw : node.kind === "null" ? "null" : String(node.value);
    this.values.checkKeyNode(text, node, place);
    return { text, place, merge: false };
  }
}

function stringNode(value: string, { file, start, end }: Place): ScalarNode {
  return { kind: "string", file, start, end, value };
}

/** The value that a key without one has. */
function emptyAfter({ file, end }: Place): Node {
  return { kind: "null", file, start: end, end };
}

/** Where a block collection ends: with its last value, not with the comments and blank lines that follow. */
function lastEnd(last: YamlNode, converted: Node | undefined, end: number): number {
  if (!last || !converted) return end;
  return isAlias(last) ? last.range[1] : Math.min(converted.end, end);
}

/** Without an anchor there is no alias (YAML 1.2.2 § 7.1); texts hold such signs too, so that this only says when to look closer. */
const ANCHOR = /(?:^|[\s,[{:-])&\S/;

/** Whether each value stands after its key and inside of what it is a part of. A value that an alias put there does not. */
function standsInOrder(root: Node): boolean {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    let from = node.start;
    const parts = node.kind === "map" ? node.entries : node.kind === "list" ? node.items : [];
    for (const part of parts) {
      const value = "key" in part ? part.value : part;
      if (!isBetween(part, from, node.end) || !isBetween(value, part.start, node.end)) return false;
      from = Math.max(part.end, value.end);
      if (value.kind === "map" || value.kind === "list") open.push(value);
    }
  }
  return true;
}

/** Whether every value of a file is written where it stands, so that the text of a part says all about that part. */
export function isTree(file: TextFile, root: Node): boolean {
  return file.language === "json" || !file.text.includes("&") || !ANCHOR.test(file.text) || standsInOrder(root);
}

/** A string being rebuilt from its source: for every UTF-16 unit of the value, the range of the text that it was written as. */
export class ValueMap {
  value = "";
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Adds text that is written as one range, such as an escape sequence or a line break. */
  add(text: string, start: number, end: number): void {
    this.value += text;
    while (this.starts.length < this.value.length) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  /** Adds a range of the source as it stands. */
  copy(source: string, start: number, end: number): void {
    this.value += source.slice(start, end);
    for (let at = start; at < end; at += 1) {
      this.starts.push(at);
      this.ends.push(at + 1);
    }
  }

  /** Shortens the value. */
  cut(length: number): void {
    this.value = this.value.slice(0, length);
    this.starts.length = Math.min(this.starts.length, length);
    this.ends.length = Math.min(this.ends.length, length);
  }
}

/** The length of the line break at an offset: LF and a lone CR 1, CRLF 2, anything else 0. */
export function breakLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x0a) return 1;
  if (code !== 0x0d) return 0;
  return text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
}
