import type { MapNode, Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import type { Documents } from "../references/index.ts";

/** Whom a site is for. */
export interface Audience {
  /** Leave out what carries `x-internal: true`. */
  readonly hideInternal: boolean;
  /** Leave out operations and channels with none of these tags; empty = all tags will do. */
  readonly onlyTags: readonly string[];
}

/** Says of each thing of a document whether it is left out. */
export class Hidden {
  readonly #documents: Documents;
  readonly #audience: Audience;
  /** Channels and operations that carry none of the wanted tags. */
  readonly #untagged: ReadonlySet<Node>;

  constructor(documents: Documents, audience: Audience) {
    this.#documents = documents;
    this.#audience = audience;
    this.#untagged = audience.onlyTags.length === 0 ? new Set() : this.#findUntagged();
  }

  /** Whether a value, reference followed, is left out wherever it stands. */
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

  /** Whether something carries a wanted tag, itself or by a trait. */
  isWanted(node: Node | undefined): boolean {
    const parts = [node, ...itemsOf(valueOf(node, "traits")).map((trait) => this.#follow(trait))];
    const tags = parts.flatMap((part) => itemsOf(valueOf(part, "tags"))).map((tag) => this.#follow(tag));
    return tags.some((tag) => this.#audience.onlyTags.includes(stringOf(tag, "name") ?? ""));
  }

  /** An operation is wanted by its own tags, its channel's or one of its messages'; a channel by its own or an operation's. */
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

/** Maps and lists that can be reached from the root, through references. */
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
