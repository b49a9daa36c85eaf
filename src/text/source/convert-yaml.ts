/** Makes placed values of the library's YAML. */
import type { Alias, ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isScalar } from "yaml";
import { problem } from "../diagnostics/index.ts";
import type { Entry, MapNode, Node, Place, ScalarNode } from "../json/index.ts";
import { describeKind, memberCount, partitionPoint } from "../json/index.ts";
import type { ComposeContext } from "./compose-yaml.ts";
import { EntryList, abortNesting, ReadAborted } from "./compose-yaml.ts";
import { resolvePlain, YamlScalars } from "./yaml-scalars.ts";

const PREFIX = "tag:yaml.org,2002:";

/**
 * Whether a tag only states the type that a scalar already has. Of tags, only the seven of the Core and JSON schemas count: `map seq
 * str null bool int float` (YAML 1.2.2 § 10.2).
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

/** Whether a tag makes every scalar a string. */
function isStringTag(tag: string | undefined): boolean {
  return tag === "!" || tag === `${PREFIX}str`;
}

/** Whether a tag only states the type that a collection already has. */
function collectionTagFits(tag: string, kind: "map" | "list"): boolean {
  return tag === "!" || tag === `${PREFIX}${kind === "map" ? "map" : "seq"}`;
}

const MEGABYTE = 1024 * 1024;

/** One `<<` of a map: its value, and the number of entries before it. */
interface Merge {
  readonly from: Node;
  readonly before: number;
}

/** The maps that `<<` names: one map or a list of maps. `undefined` for any other value, with which `<<` is an ordinary key. */
function mergeSources(value: Node): readonly MapNode[] | undefined {
  if (value.kind === "map") return [value];
  if (value.kind !== "list") return undefined;
  const maps = value.items.filter((item) => item.kind === "map");
  return maps.length === value.items.length ? [...new Set(maps)] : undefined;
}

/**
 * Replaces each `<<` by the entries that it names (https://yaml.org/type/merge.html): the map's own keys win, then those of the
 * earlier source. Entries are shared, not copied. `apply` returns `undefined` when more than `most` entries were gone through in one text:
 * a few lines could otherwise expand to billions.
 */
class MergeKeys {
  copied = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  apply(own: readonly Entry[], merges: readonly Merge[]): Entry[] | undefined {
    const taken = new Set(own.map((entry) => entry.key));
    const result: Entry[] = [];
    let at = 0;
    for (const { from, before } of merges) {
      for (const entry of slice(own, at, before)) result.push(entry);
      at = before;
      for (const source of mergeSources(from) ?? []) {
        this.copied += source.entries.length;
        if (this.copied > this.most) return undefined;
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

/**
 * An anchored value. `node` is absent while it is being read; `height` is the number of levels of collections in it; `user` is the map
 * or list that used it last.
 */
interface Anchor {
  node?: Node;
  height: number;
  user?: YamlNode;
}

type YamlNode = ParsedNode | null;
type YamlPair = YAMLMap.Parsed["items"][number];

/** Converts the library's document to placed values. The depth limit, which counts aliased values, bounds the recursion. */
export class YamlConverter {
  private readonly context: ComposeContext;
  private readonly tags: readonly Place[];
  private readonly anchors = new Map<string, Anchor>();
  private readonly mergeKeys: MergeKeys;
  private readonly values: YamlScalars;
  /** The deepest level reached inside the anchored value being read. */
  private deepest = 0;
  /** The map or list being read. */
  private holder: YamlNode = null;
  /** How many members aliases have repeated so far, and how many they may. */
  private repeated = 0;
  private readonly mostRepeated: number;

  constructor(context: ComposeContext, tags: readonly Place[]) {
    this.context = context;
    this.tags = tags;
    this.mostRepeated = context.repeatedMembers * Math.max(1, Math.ceil(context.file.text.length / MEGABYTE));
    this.mergeKeys = new MergeKeys(this.mostRepeated);
    this.values = new YamlScalars(context);
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
    this.enterLevel(depth + 1, node.range[0]);
    const outer = this.holder;
    this.holder = node;
    const content = isMap(node) ? this.map(node, depth + 1) : this.list(node, depth + 1);
    this.holder = outer;
    return content;
  }

  private place(node: ParsedNode): Place {
    return { file: this.context.file, start: node.range[0], end: node.range[1] };
  }

  private enterLevel(depth: number, start: number): void {
    if (depth > this.deepest) this.deepest = depth;
    if (depth > this.context.limit) abortNesting(start, this.context);
  }

  private alias(alias: Alias.Parsed, depth: number): Node {
    const anchor = this.anchors.get(alias.source);
    const place = this.place(alias);
    if (!anchor) {
      const reason = `no value before the alias *${alias.source} has the anchor &${alias.source}`;
      this.context.report(problem("document/syntax", place, { language: "YAML", reason }));
      throw new ReadAborted();
    }
    if (!anchor.node) {
      this.context.report(problem("document/alias-cycle", place, { alias: `*${alias.source}` }));
      throw new ReadAborted();
    }
    this.enterLevel(depth + anchor.height, place.start);
    this.repeat(anchor.node, anchor, place);
    return anchor.node;
  }

  private repeat(node: Node, anchor: Anchor, place: Place): void {
    if (anchor.user === this.holder) return;
    anchor.user = this.holder;
    this.repeated += memberCount(node);
    if (this.repeated > this.mostRepeated) this.tooMany("The number of values that aliases repeat", this.repeated, place);
  }

  private tooMany(what: string, size: number, place: Place): never {
    const hint = "Write what is the same once, as a component, and refer to it with $ref, or raise limits.repeatedMembers in the settings.";
    this.context.report(problem("document/too-large", place, { what, size: `${size}`, limit: `${this.mostRepeated}`, hint }));
    throw new ReadAborted();
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
    // Binary search, because there may be as many tags as values.
    const at = this.tags[partitionPoint(this.tags.length, (index) => (this.tags[index]?.start ?? 0) <= place.start) - 1] ?? place;
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
    const list = new EntryList(this.context.report);
    const merges: Merge[] = [];
    let last: Node | undefined;
    for (const pair of map.items) last = this.pair(pair, depth, { list, merges });
    const finish = map.flow ? end : lastEnd(map.items.at(-1)?.value ?? null, last, end);
    return { kind: "map", file, start, end: finish, entries: merges.length === 0 ? list.entries : this.merge(list.entries, merges, start) };
  }

  private pair(pair: YamlPair, depth: number, { list, merges }: { list: EntryList; merges: Merge[] }): Node {
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
    this.tooMany("The number of entries that << copies", this.mergeKeys.copied, { file: this.context.file, start, end: start + 1 });
  }

  /** A key as text, or `undefined` if it is a collection, which is reported. */
  private key({ key }: YamlPair, depth: number): { text: string; place: Place; merge: boolean } | undefined {
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
      this.context.report(problem("document/key-not-a-string", place, { found: describeKind(node) }));
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

/** The null value of a key without a value. */
function emptyAfter({ file, end }: Place): Node {
  return { kind: "null", file, start: end, end };
}

/** Where a block collection ends: at the end of its last value, before the comments and blank lines that follow. */
function lastEnd(last: YamlNode, converted: Node | undefined, end: number): number {
  if (!last || !converted) return end;
  return isAlias(last) ? last.range[1] : Math.min(converted.end, end);
}
