import { dataKeywords, mapKeywords, SchemaResources } from "#format";
import type { Entry, ListNode, MapNode, Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import type { Documents, Edge } from "../references/index.ts";

/** The audience of a site. */
export interface Audience {
  /** Hide parts with `x-internal: true`. */
  readonly hideInternal: boolean;
  /** Hide operations and channels without any of these tags. Empty: hide none. */
  readonly onlyTags: readonly string[];
}

/** Decides which parts of documents are hidden from an audience. */
class HiddenParts {
  readonly #documents: Documents;
  readonly #audience: Audience;
  /** Channels and operations without any of the wanted tags. */
  readonly #untagged: ReadonlySet<Node>;

  constructor(documents: Documents, audience: Audience) {
    this.#documents = documents;
    this.#audience = audience;
    this.#untagged = audience.onlyTags.length === 0 ? new Set() : this.#findUntagged();
  }

  /** Whether a value, or the target of a reference, is hidden. */
  has(node: Node): boolean {
    const target = this.#documents.follow(node);
    return [node, target].some((each) => each?.kind === "map" && (this.#isInternal(each) || this.#untagged.has(each)));
  }

  #isInternal(node: MapNode): boolean {
    const mark = this.#audience.hideInternal ? valueOf(node, "x-internal") : undefined;
    return mark?.kind === "boolean" && mark.value;
  }

  #follow(node: Node | undefined): Node | undefined {
    return node && this.#documents.follow(node);
  }

  /** Whether an object has a wanted tag, itself or through a trait. */
  isWanted(node: Node | undefined): boolean {
    const parts = [node, ...itemsOf(valueOf(node, "traits")).map((trait) => this.#follow(trait))];
    const tags = parts.flatMap((part) => itemsOf(valueOf(part, "tags"))).map((tag) => this.#follow(tag));
    return tags.some((tag) => this.#audience.onlyTags.includes(stringOf(tag, "name") ?? ""));
  }

  /**
   * Finds the unwanted channels and operations. An operation is wanted by its own tags or those of its channel or messages, a channel
   * by its own tags or a wanted operation.
   */
  #findUntagged(): ReadonlySet<Node> {
    const { root } = this.#documents;
    const values = (node: Node | undefined): Node[] =>
      node?.kind === "map" ? node.entries.flatMap(({ value }) => this.#follow(value) ?? []) : [];
    const channels = values(valueOf(root, "channels"));
    const wanted = new Set(channels.filter((channel) => this.isWanted(channel)));
    const uses = [
      ...channels.flatMap((channel) =>
        ["publish", "subscribe"].map((verb) => ({ channel, operation: this.#follow(valueOf(channel, verb)) })),
      ),
      ...values(valueOf(root, "operations")).map((operation) => ({ channel: this.#follow(valueOf(operation, "channel")), operation })),
    ];
    const left: Node[] = [];
    const reached = new Set<Node>();
    for (const { channel, operation } of uses) {
      if (!operation) continue;
      if (this.isWanted(operation) || (channel && wanted.has(channel)) || this.#messagesOf(operation).some((each) => this.isWanted(each))) {
        if (channel) reached.add(channel);
      } else left.push(operation);
    }
    return new Set([...left, ...channels.filter((channel) => !wanted.has(channel) && !reached.has(channel))]);
  }

  #messagesOf(operation: Node): (Node | undefined)[] {
    const message = this.#follow(valueOf(operation, "message"));
    const several = [...itemsOf(valueOf(message, "oneOf")), ...itemsOf(valueOf(operation, "messages"))];
    return [message, ...several.map((each) => this.#follow(each))];
  }
}

/** Maps and lists that are reachable from the root, through references. */
function reachable(root: Node, follow: (node: Node) => Node | undefined): ReadonlySet<Node> {
  const seen = new Set<Node>();
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node) || (node.kind !== "map" && node.kind !== "list")) continue;
    seen.add(node);
    const target = follow(node);
    if (target && target !== node) open.push(target);
    for (const item of node.kind === "map" ? node.entries : node.items) open.push("key" in item ? item.value : item);
  }
  return seen;
}

/** Names of properties that are hidden everywhere. Their values in examples are hidden too. */
function hiddenNames(documents: Documents, hidden: HiddenParts): ReadonlySet<string> {
  const gone = new Set<string>();
  const shown = new Set<string>();
  const seen = new Set<Node>();
  const open: Node[] = documents.files.flatMap((file) => documents.rootOf(file) ?? []);
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === "list") for (const item of node.items) open.push(item);
    if (node.kind !== "map") continue;
    for (const { key, value } of node.entries) {
      open.push(value);
      if (key !== "properties" || value.kind !== "map") continue;
      for (const property of value.entries) (hidden.has(property.value) ? gone : shown).add(property.key);
    }
  }
  return new Set([...gone].filter((name) => !shown.has(name)));
}

/** The context for deciding which components stay. */
interface OrphanContext {
  /** The unfiltered documents. */
  readonly documents: Documents;
  /** Follows a reference to the filtered target. */
  readonly follow: (node: Node) => Node | undefined;
  /** Whether to keep a component that was unused before filtering. */
  readonly isWanted: (node: Node) => boolean;
}

/** Removes components that only hidden parts used, and unused components that the audience does not want. */
function removeOrphans(root: MapNode, { documents, follow, isWanted }: OrphanContext): MapNode {
  const rest = (node: MapNode): MapNode => ({ ...node, entries: node.entries.filter(({ key }) => key !== "components") });
  const before = reachable(rest(documents.root), (node) => documents.follow(node));
  const after = reachable(rest(root), follow);
  const original = new Map<Node, Node>();
  const groups = (node: Node | undefined): readonly Entry[] => (node?.kind === "map" ? node.entries : []);
  const components = (node: MapNode): Node | undefined => node.entries.find(({ key }) => key === "components")?.value;
  for (const group of groups(components(documents.root)))
    for (const { value, key } of groups(group.value)) {
      const kept = groups(groups(components(root)).find((each) => each.key === group.key)?.value).find((each) => each.key === key);
      if (kept) original.set(kept.value, value);
    }
  const isOrphan = ({ value }: Entry): boolean => !after.has(value) && (before.has(original.get(value) ?? value) || !isWanted(value));
  const pruned = groups(components(root)).map((group) =>
    group.value.kind === "map"
      ? { ...group, value: { ...group.value, entries: group.value.entries.filter((entry) => !isOrphan(entry)) } }
      : group,
  );
  return {
    ...root,
    entries: root.entries.map((entry) =>
      entry.key === "components" && entry.value.kind === "map" ? { ...entry, value: { ...entry.value, entries: pruned } } : entry,
    ),
  };
}

type FollowReference = (node: Node) => Node | undefined;

function nameOf(tag: Node, follow: FollowReference): string {
  return stringOf(follow(tag) ?? tag, "name") ?? "";
}

/** Filters the list of tags that a map declares. */
function filterTags(map: MapNode, isKept: (tag: Node) => boolean): MapNode {
  const entries = map.entries.map((entry): Entry => {
    if (entry.key !== "tags" || entry.value.kind !== "list") return entry;
    return { ...entry, value: { ...entry.value, items: entry.value.items.filter(isKept) } };
  });
  return { ...map, entries };
}

/** Filters the names in groups of tags (`x-tagGroups`). */
function filterGroups(entry: Entry, isKept: (name: string) => boolean): Entry {
  if (entry.key !== "x-tagGroups" || entry.value.kind !== "list") return entry;
  const items = entry.value.items.flatMap((group): Node[] => {
    const names = itemsOf(valueOf(group, "tags")).filter((name) => name.kind === "string" && isKept(name.value));
    if (group.kind !== "map" || names.length === 0) return [];
    const entries = group.entries.map((each) =>
      each.key === "tags" ? { ...each, value: { ...each.value, kind: "list" as const, items: names } } : each,
    );
    return [{ ...group, entries }];
  });
  return { ...entry, value: { ...entry.value, items } };
}

/** Removes declared tags (at the root in 2.x, in `info` in 3.x) that are neither wanted nor used by the remaining parts. */
function removeOtherTags(root: MapNode, wanted: readonly string[], follow: FollowReference): MapNode {
  const rest = root.entries.filter(({ key }) => key !== "tags" && key !== "info");
  const carried = [...reachable({ ...root, entries: rest }, follow)].flatMap((node) => itemsOf(valueOf(node, "tags")));
  const names = new Set([...wanted, ...carried.map((tag) => nameOf(tag, follow))]);
  const isKept = (tag: Node): boolean => names.has(nameOf(tag, follow));
  const whole = filterTags(root, isKept);
  return {
    ...whole,
    entries: whole.entries
      .map((each) => filterGroups(each, (name) => names.has(name)))
      .map((entry) => (entry.key === "info" && entry.value.kind === "map" ? { ...entry, value: filterTags(entry.value, isKept) } : entry)),
  };
}

/** Whether an audience sees everything. */
export function isForAll({ hideInternal, onlyTags }: Audience): boolean {
  return !hideInternal && onlyTags.length === 0;
}

interface CopyContext {
  /** Whether the value is data, such as an example, in which the values of hidden properties are hidden. */
  readonly data: boolean;
  /** Whether the keys of the map are names that the author chose. */
  readonly names: boolean;
}

const TOP: CopyContext = { data: false, names: false };

/** Copies values without hidden parts. A value without hidden parts is the same node. Each node is visited once in each context. */
class PublicCopy {
  readonly #hidden: HiddenParts;
  readonly #names: ReadonlySet<string>;
  readonly #made = [new Map<Node, Node>(), new Map<Node, Node>(), new Map<Node, Node>()];
  readonly originals = new WeakMap<Node, Node>();

  constructor(hidden: HiddenParts, names: ReadonlySet<string>) {
    this.#hidden = hidden;
    this.#names = names;
  }

  of(node: Node, spot: CopyContext = TOP): Node {
    if (node.kind !== "map" && node.kind !== "list") return node;
    const made = this.#made[spot.data ? 2 : spot.names ? 1 : 0] ?? new Map<Node, Node>();
    const known = made.get(node);
    if (known) return known;
    const copy = node.kind === "map" ? this.#map(node, spot) : this.#list(node, spot);
    made.set(node, copy);
    if (copy !== node) this.originals.set(copy, node);
    return copy;
  }

  #map(node: MapNode, spot: CopyContext): Node {
    const lost = new Set<string>();
    const entries = node.entries.flatMap((entry): Entry[] => {
      if (spot.data ? this.#names.has(entry.key) : this.#hidden.has(entry.value)) {
        lost.add(entry.key);
        return [];
      }
      const data = spot.data || (!spot.names && dataKeywords.has(entry.key));
      const value = this.of(entry.value, { data, names: !spot.names && mapKeywords.has(entry.key) });
      return [value === entry.value ? entry : { ...entry, value }];
    });
    const changed = lost.size > 0 || entries.some((entry, at) => entry !== node.entries[at]);
    return changed ? { ...node, entries: entries.map((entry) => this.#required(entry, node, spot)) } : node;
  }

  /** Removes hidden properties from `required`. */
  #required(entry: Entry, node: MapNode, spot: CopyContext): Entry {
    if (spot.names || entry.key !== "required" || entry.value.kind !== "list") return entry;
    const properties = node.entries.find(({ key }) => key === "properties")?.value;
    const gone = properties?.kind === "map" ? properties.entries.filter(({ value }) => this.#hidden.has(value)).map(({ key }) => key) : [];
    const items = entry.value.items.filter((item) => item.kind !== "string" || !gone.includes(item.value));
    return { ...entry, value: { ...entry.value, items } };
  }

  #list(node: ListNode, spot: CopyContext): Node {
    const items = node.items.filter((item) => spot.data || !this.#hidden.has(item)).map((item) => this.of(item, spot));
    return items.length === node.items.length && items.every((item, at) => item === node.items[at]) ? node : { ...node, items };
  }
}

/**
 * The documents for an audience. Only values are filtered: the texts of the files are complete and must not be shown. References to
 * hidden parts are removed.
 */
export function publicDocuments(documents: Documents, audience: Audience): Documents {
  const hidden = new HiddenParts(documents, audience);
  const copy = new PublicCopy(hidden, hiddenNames(documents, hidden));
  const follow = (node: Node): Node | undefined => {
    const target = documents.follow(copy.originals.get(node) ?? node);
    return target && !hidden.has(target) ? copy.of(target) : undefined;
  };
  const whole = copy.of(documents.root);
  const root = whole.kind === "map" ? needed(whole) : documents.root;
  const kept = reachable(root, follow);
  const edges = documents.edges.flatMap((edge): Edge[] => {
    const from = copy.of(edge.from);
    if (from.kind !== "map" || !kept.has(from) || (edge.target && hidden.has(edge.target))) return [];
    return [{ ...edge, from, ...(edge.target ? { target: copy.of(edge.target) } : {}) }];
  });
  // The copies have their own index, because the other one leads to hidden parts.
  const resources = new SchemaResources();
  return { ...documents, root, edges, follow, resources, rootOf: (file) => (file === documents.main ? root : rootOf(file)) };

  function needed(all: MapNode): MapNode {
    const isWanted = (node: Node): boolean => audience.onlyTags.length === 0 || hidden.isWanted(node);
    const rest = removeOrphans(all, { documents, follow, isWanted });
    return audience.onlyTags.length === 0 ? rest : removeOtherTags(rest, audience.onlyTags, follow);
  }

  function rootOf(file: Documents["main"]): Node | undefined {
    const node = documents.rootOf(file);
    return node && copy.of(node);
  }
}
