import type { MapNode, Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "../references/index.ts";

/** The audience of a site. */
export interface Audience {
  /** Hide parts with `x-internal: true`. */
  readonly hideInternal: boolean;
  /** Hide operations and channels without any of these tags. Empty: hide none. */
  readonly onlyTags: readonly string[];
}

/** Decides which parts of documents are hidden from an audience. */
export class HiddenParts {
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
export function reachable(root: Node, follow: (node: Node) => Node | undefined): ReadonlySet<Node> {
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
export function hiddenNames(documents: Documents, hidden: HiddenParts): ReadonlySet<string> {
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
