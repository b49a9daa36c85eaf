import type { Entry, ListNode, MapNode, Node } from "#text";
import { entriesOf, parsePointer, stringOf, valueOf } from "#text";
import { applyTraits } from "./apply-traits.ts";
import { componentKeys, mapUnder, saidOf, straysUnder, textField, unreadAt, unreadItems } from "./reading.ts";
import type { ChannelPart, MessagePart, OperationPart, DescriptionPart, ReplyPart, SchemaPart, ServerPart } from "./description.ts";
import { requirement } from "./from-v2.ts";
import type { FormatLine, NormalizeContext, ReadResult } from "./reading.ts";
import { securityOf } from "./message-book.ts";

function schemaOf(node: Node, { documents }: NormalizeContext): ReadResult<SchemaPart> {
  const target = documents.follow(node);
  const format = valueOf(target, "schemaFormat");
  const schema = valueOf(target, "schema");
  if (target?.kind !== "map" || !(format ?? schema)) return { part: { node }, strays: [] };
  const known = format?.kind === "string" ? format : undefined;
  const others = target.entries.filter(({ value }) => value !== known && value !== schema);
  const strays = others.map(({ key, value }) => (value === format ? unreadAt(value, key) : { path: [key], value }));
  return { part: { node: schema ?? target, format: known }, strays };
}

/** The rules of released 3.x: hosts, Multi Format Schemas, and schemes instead of requirements. */
export const released: FormatLine = {
  wins: "object",
  flowScopes: "availableScopes",
  freeExamples: false,
  server(node) {
    const [protocol, host, pathname] = ["protocol", "host", "pathname"].map((name) => textField(node, name));
    const scheme = protocol && host && !host.value.includes("://") ? `${protocol.value}://` : "";
    const address = `${scheme}${host?.value ?? ""}${pathname?.value ?? ""}`;
    return { address, host, pathname };
  },
  schema: schemaOf,
  payload(message, reading) {
    const node = valueOf(message, "payload");
    if (!node || node.kind === "null") return undefined;
    const read = schemaOf(node, reading);
    // A format beside the payload, as in 2.x, is reported, and the payload is read as the author means it.
    const format = textField(message, "schemaFormat");
    return format && read.part.node === node ? { ...read, part: { node, format } } : read;
  },
  alternative(item, standing, reading) {
    const target = reading.documents.follow(item);
    const ref = stringOf(item, "$ref");
    if (target?.kind !== "map")
      return ref === undefined ? undefined : { part: { node: item, schemes: [{ name: ref, scopes: [] }] }, strays: [] };
    // The way of 2.x: `{ name: [scopes] }`.
    const named = target.entries.length > 0 && target.entries.every(({ value }) => value.kind === "list");
    if (target === item && named) return requirement(target, reading);
    const scheme = reading.schemes.at(target, standing, reading);
    return { part: { node: item, schemes: [{ name: scheme.id, scheme, scopes: scheme.scopes }] }, strays: [] };
  },
};

/** Finds channels by the target of references, and by key: two keys may lead to one object, and an operation names one of them. */
class ChannelBook {
  readonly all: ChannelPart[] = [];
  readonly #byNode = new Map<Node, ChannelPart>();
  readonly #byKey = new Map<string, ChannelPart>();
  readonly #keys: ReadonlyMap<Node, string>;
  readonly #servers: ReadonlyMap<Node, ServerPart>;
  readonly #reading: NormalizeContext;

  constructor(servers: readonly ServerPart[], reading: NormalizeContext) {
    this.#reading = reading;
    this.#keys = componentKeys(reading.documents, "channels");
    this.#servers = new Map(servers.toReversed().flatMap((server) => server.nodes.map((node) => [node, server])));
  }

  declare(entry: Entry): void {
    const channel = this.#add(mapUnder(entry, this.#reading), entry.key, true);
    this.#byKey.set(entry.key, channel);
  }

  /** The channel that a reference names. One that is not under the root is added. */
  at(node: Node | undefined, standing: string): ChannelPart | undefined {
    if (!node) return undefined;
    const target = this.#reading.documents.follow(node);
    if (target?.kind !== "map") return undefined;
    const ref = stringOf(node, "$ref");
    const named = ref !== undefined && node.file === this.#reading.documents.main ? this.#byKey.get(keyIn(ref) ?? "") : undefined;
    const key = this.#keys.get(target) ?? (ref === undefined ? `${standing}.channel` : lastToken(ref));
    return named ?? this.#byNode.get(target) ?? this.#add(target, key, false);
  }

  #add(node: MapNode, key: string, declared: boolean): ChannelPart {
    const reading = this.#reading;
    const address = valueOf(node, "address");
    const list = valueOf(node, "servers");
    const servers = list?.kind === "list" ? readItems(list, (item) => this.#serverAt(item)) : { part: [], strays: [] };
    const entries = entriesOf(valueOf(node, "messages"));
    const used = entries.map((entry) => reading.messages.use(mapUnder(entry, reading), { channelKey: entry.key }, reading));
    const messages = { strays: entries.flatMap(({ key, value }, index) => (used[index] ? [] : [unreadAt(value, key)])) };
    const said = {
      address: address?.kind === "string" || address?.kind === "null",
      servers: list?.kind === "list",
      messages: valueOf(node, "messages")?.kind === "map",
    };
    const part: ChannelPart = {
      object: "Channel",
      key,
      declared,
      node,
      nodes: [node],
      said: saidOf(said),
      strays: straysUnder({ servers, messages }),
      address: address?.kind === "string" ? address.value : null,
      servers: servers.part,
      messages: [...new Set(used.filter((message) => message !== undefined))],
    };
    this.all.push(part);
    if (!this.#byNode.has(node)) this.#byNode.set(node, part);
    return part;
  }

  #serverAt(item: Node): ServerPart | undefined {
    const target = this.#reading.documents.follow(item);
    return target && this.#servers.get(target);
  }
}

function tokensIn(ref: string): readonly string[] {
  const fragment = ref.slice(ref.indexOf("#") + 1);
  try {
    return parsePointer(decodeURIComponent(fragment)) ?? [];
  } catch {
    return [];
  }
}

/** The key in `#/channels/<key>`. */
function keyIn(ref: string): string | undefined {
  const [group, key, ...rest] = ref.startsWith("#") ? tokensIn(ref) : [];
  return group === "channels" && rest.length === 0 ? key : undefined;
}

function lastToken(ref: string): string {
  return tokensIn(ref).at(-1) ?? ref;
}

/** Reads the items of a list. Items that lead to nothing are returned separately. */
function readItems<T>(list: ListNode, read: (item: Node) => T | undefined): ReadResult<readonly T[]> {
  const found = list.items.map(read);
  return { part: found.filter((each) => each !== undefined), strays: unreadItems(list, (at) => found[at] === undefined) };
}

/** The messages of a list of references; `undefined` if there is no list, which means all messages of the channel. */
function listed(node: MapNode, standing: string, reading: NormalizeContext): ReadResult<readonly MessagePart[]> | undefined {
  if (!reading.tables.object("Operation").fields.messages) return undefined;
  const list = valueOf(node, "messages");
  if (list?.kind !== "list") return undefined;
  const { part, strays } = readItems(list, (item) => reading.messages.use(item, { operation: standing }, reading));
  return { part: [...new Set(part)], strays };
}

function partOf(node: MapNode, object: DescriptionPart["object"], tests: Readonly<Record<string, boolean>>): DescriptionPart {
  return { object, node, nodes: [node], said: saidOf(tests) };
}

interface V3Context {
  readonly channels: ChannelBook;
  readonly names: ReadonlyMap<Node, string>;
  readonly reading: NormalizeContext;
}

function addressOf(node: MapNode, { documents }: NormalizeContext): DescriptionPart | undefined {
  const value = valueOf(node, "address");
  const address = value && documents.follow(value);
  return address?.kind === "map" ? partOf(address, "OperationReplyAddress", {}) : undefined;
}

function replyOf(value: Node | undefined, standing: string, { channels, reading }: V3Context): ReplyPart | undefined {
  const node = value && reading.documents.follow(value);
  if (node?.kind !== "map" || !reading.tables.object("Operation").fields.reply) return undefined;
  const address = addressOf(node, reading);
  const channel = channels.at(valueOf(node, "channel"), `${standing}.reply`);
  const messages = listed(node, standing, reading);
  const said = { address: address !== undefined, channel: channel !== undefined, messages: messages !== undefined };
  return {
    ...partOf(node, "OperationReply", said),
    strays: straysUnder({ messages }),
    address,
    channel,
    messages: messages?.part ?? channel?.messages ?? [],
  };
}

function operationOf(entry: Entry, exchange: V3Context): OperationPart {
  const { channels, names, reading } = exchange;
  const merged = applyTraits(mapUnder(entry, reading), { object: "Operation", names }, reading);
  const { node } = merged;
  const channel = channels.at(valueOf(node, "channel"), entry.key);
  const messages = listed(node, entry.key, reading);
  const security = securityOf(node, entry.key, reading);
  const reply = replyOf(valueOf(node, "reply"), entry.key, exchange);
  const action = stringOf(node, "action");
  const direction = action === "receive" ? "receive" : "send";
  const said = {
    action: action === direction,
    channel: channel !== undefined,
    messages: messages !== undefined,
    security: security !== undefined,
    reply: reply !== undefined,
  };
  return {
    object: "Operation",
    nodes: [merged.written, node],
    said: saidOf(said),
    id: entry.key,
    rank: 0,
    verb: direction,
    direction,
    isDirectionKnown: action === direction,
    messages: messages?.part ?? channel?.messages ?? [],
    channel,
    security: security?.part,
    reply,
    ...merged,
    strays: [...merged.strays, ...straysUnder({ messages, security })],
  };
}

/** Reads channels and operations of the draft and of released 3.x, where both are under the root and operations name their channel. */
export function fromV3(
  servers: readonly ServerPart[],
  reading: NormalizeContext,
): { channels: readonly ChannelPart[]; operations: readonly OperationPart[] } {
  const channels = new ChannelBook(servers, reading);
  for (const entry of entriesOf(valueOf(reading.documents.root, "channels"))) channels.declare(entry);
  const names = componentKeys(reading.documents, "operationTraits");
  const exchange = { channels, names, reading };
  const operations = entriesOf(valueOf(reading.documents.root, "operations")).map((entry) => operationOf(entry, exchange));
  return { channels: channels.all, operations };
}
