import type { Entry, MapNode, Node } from "#text";
import { entriesOf, entryOf, getOrMake, itemsOf, stringOf, valueOf } from "#text";
import { applyTraits } from "./apply-traits.ts";
import { componentKeys, filled, mapUnder, saidOf, straysUnder, textField, unreadAt, unreadItems } from "./reading.ts";
import type { RequirementPart, ChannelPart, MessagePart, OperationPart, ServerPart, StrayField } from "./description.ts";
import type { FormatLine, NormalizeContext, MessageOrigin, ReadResult } from "./reading.ts";
import { securityOf } from "./message-book.ts";

/** A requirement by name, and the fields of 2.x that the draft of 3.0.0 kept. */
export const classic: FormatLine = {
  wins: "trait",
  flowScopes: "scopes",
  freeExamples: false,
  server(node) {
    const url = textField(node, "url");
    return { address: url?.value ?? "", url };
  },
  schema: (node) => ({ part: { node }, strays: [] }),
  payload(message) {
    const node = valueOf(message, "payload");
    if (!node || node.kind === "null") return undefined;
    const format = textField(message, "schemaFormat");
    return { part: { node, format }, strays: [] };
  },
  alternative: (item, _standing, reading) => requirement(item, reading),
};

/** A Security Requirement Object: schemes of the components by name. */
export function requirement(item: Node, { schemes }: NormalizeContext): ReadResult<RequirementPart> | undefined {
  if (item.kind !== "map") return undefined;
  const needs = item.entries.map(({ key, value }) => {
    const scheme = schemes.named(key);
    return { name: key, scopes: itemsOf(value), scheme };
  });
  const strays = item.entries.flatMap(({ key, value }) => (value.kind === "list" ? [] : [unreadAt(value, key)]));
  return { part: { node: item, schemes: needs }, strays };
}

/** The application does the opposite of what the document says others do. */
const directions = { publish: "receive", subscribe: "send" } as const;
type Verb = keyof typeof directions;

function verbOf({ key }: Entry): Verb | undefined {
  return key === "publish" || key === "subscribe" ? key : undefined;
}

/** The messages of an operation: one, or each of a `oneOf`, even behind a reference. */
function messageNodes(message: Node | undefined, { reading, choices }: V2Context): ReadResult<readonly Node[]> {
  const target = message && reading.documents.follow(message);
  if (!target || target === message) return listedNodes(message, reading);
  // A single message is named by the reference to it.
  if (!valueOf(target, "oneOf")) return listedNodes(message, reading);
  return getOrMake(choices, target, () => listedNodes(message, reading));
}

function listedNodes(message: Node | undefined, reading: NormalizeContext): ReadResult<readonly Node[]> {
  const nodes: Node[] = [];
  const seen = new Set<Node>();
  const strays: StrayField[] = [];
  const open: { readonly node: Node; readonly path: readonly string[] }[] = message ? [{ node: message, path: [] }] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    const target = reading.documents.follow(node);
    const alternatives = valueOf(target, "oneOf");
    if (target?.kind !== "map") strays.push(unreadAt(node, ...path));
    else if (alternatives?.kind !== "list") nodes.push(node);
    else if (!seen.has(target)) {
      const beside = target === node ? target.entries.filter(({ key }) => key !== "oneOf") : [];
      strays.push(...beside.map(({ key, value }) => ({ path: [...path, key], value })));
      open.push(...alternatives.items.map((item, at) => ({ node: item, path: [...path, "oneOf", String(at)] })).toReversed());
    }
    if (target) seen.add(target);
  }
  return { part: nodes, strays };
}

/** A channel item that is being read. Its operations are read after all channels are known. */
interface ChannelItem {
  readonly key: string;
  readonly node: MapNode;
  readonly nodes: readonly Node[];
  readonly operations: readonly OperationDraft[];
}

interface OperationDraft extends ReturnType<typeof applyTraits> {
  readonly verb: Verb;
  readonly id: string;
  readonly rank: number;
  /** How messages written in it are named. */
  readonly standing: MessageOrigin;
  readonly messageNodes: ReadResult<readonly Node[]>;
}

/** A `$ref` in a channel item adds the fields of its target. The format does not define which side wins; here it is the item. */
function itemNodes(entry: Entry, reading: NormalizeContext): Pick<ChannelItem, "node" | "nodes"> {
  const written = entry.value.kind === "map" ? entry.value : mapUnder(entry, reading);
  const target = entryOf(written, "$ref") ? reading.documents.follow(written) : undefined;
  if (target?.kind !== "map" || target === written) return { node: written, nodes: [written] };
  const own = written.entries.filter(({ key }) => key !== "$ref");
  if (own.length === 0) return { node: target, nodes: [written, target] };
  const base = target.entries.filter(({ key }) => key !== "$ref" && !entryOf(written, key));
  const node: MapNode = { ...written, entries: [...base, ...own] };
  return { node, nodes: [written, node, target] };
}

type SharedOperation = Pick<OperationDraft, "node" | "written" | "traits" | "strays" | "messageNodes">;

/** Results that aliases and references would repeat: operations by node, lists of messages, choices and servers by their source. */
interface V2Context {
  readonly reading: NormalizeContext;
  readonly names: ReadonlyMap<Node, string>;
  readonly servers: ReadonlyMap<string, ServerPart>;
  readonly operations: Map<MapNode, SharedOperation>;
  readonly choices: Map<Node, ReadResult<readonly Node[]>>;
  readonly messageLists: Map<OperationDraft["messageNodes"], readonly MessagePart[]>;
  readonly serverLists: Map<Node, ReadResult<readonly ServerPart[]>>;
}

function beginOperation(written: MapNode, fallback: string, exchange: V2Context): Omit<OperationDraft, "verb" | "standing"> {
  const shared = getOrMake(exchange.operations, written, () => {
    const merged = applyTraits(written, { object: "Operation", names: exchange.names }, exchange.reading);
    return { ...merged, messageNodes: messageNodes(valueOf(merged.node, "message"), exchange) };
  });
  const own = filled(textField(shared.node, "operationId"));
  return { id: own ?? fallback, rank: own === undefined ? 1 : 0, ...shared };
}

function beginItem(entry: Entry, exchange: V2Context): ChannelItem {
  const nodes = itemNodes(entry, exchange.reading);
  const operations = nodes.node.entries.flatMap((each) => {
    const verb = verbOf(each);
    if (!verb || each.value.kind !== "map") return [];
    const begun = beginOperation(mapUnder(each, exchange.reading), `${entry.key}.${verb}`, exchange);
    const called = begun.rank === 0 ? begun.id : `${verb} ${entry.key}`;
    return [{ verb, ...begun, standing: { operation: begun.id, called } }];
  });
  return { key: entry.key, operations, ...nodes };
}

function messagesOf({ messageNodes: found, standing }: OperationDraft, { reading, messageLists }: V2Context): readonly MessagePart[] {
  return getOrMake(messageLists, found, () => {
    const used = found.part.map((node) => reading.messages.use(node, standing, reading));
    return [...new Set(used.filter((message) => message !== undefined))];
  });
}

function serversOf(item: MapNode, { servers, serverLists }: V2Context): ReadResult<readonly ServerPart[]> | undefined {
  const list = valueOf(item, "servers");
  if (list?.kind !== "list") return undefined;
  return getOrMake(serverLists, list, () => {
    const found = list.items.map((name) => (name.kind === "string" ? servers.get(name.value) : undefined));
    return { part: found.filter((server) => server !== undefined), strays: unreadItems(list, (at) => !found[at]) };
  });
}

function finishOperation(begun: OperationDraft, channel: ChannelPart, exchange: V2Context): OperationPart {
  const { reading } = exchange;
  const { messageNodes: found, ...rest } = begun;
  const security = securityOf(begun.node, begun.id, reading);
  const said = { operationId: rest.rank === 0, message: true, security: security !== undefined };
  return {
    object: "Operation",
    nodes: [begun.written, begun.node],
    said: saidOf(said),
    direction: directions[begun.verb],
    isDirectionKnown: true,
    channel,
    messages: messagesOf(begun, exchange),
    security: security?.part,
    ...rest,
    strays: [...rest.strays, ...straysUnder({ message: found, security })],
  };
}

/** The messages of all operations, each once. If only one operation has messages, its list is returned unchanged. */
function together(lists: readonly (readonly MessagePart[])[]): readonly MessagePart[] {
  const distinct = [...new Set(lists)];
  return distinct.length === 1 && distinct[0] ? distinct[0] : [...new Set(distinct.flat())];
}

function finishChannel(item: ChannelItem, exchange: V2Context): ChannelResult {
  const servers = serversOf(item.node, exchange);
  const channel: ChannelPart = {
    object: "Channel",
    key: item.key,
    address: item.key,
    declared: true,
    node: item.node,
    nodes: item.nodes,
    said: saidOf({
      $ref: item.nodes.length > 1,
      publish: item.operations.some(({ verb }) => verb === "publish"),
      subscribe: item.operations.some(({ verb }) => verb === "subscribe"),
      servers: servers !== undefined,
    }),
    strays: straysUnder({ servers }),
    servers: servers?.part ?? [],
    messages: together(item.operations.map((each) => messagesOf(each, exchange))),
  };
  return { channel, operations: item.operations.map((each) => finishOperation(each, channel, exchange)) };
}

interface ChannelResult {
  readonly channel: ChannelPart;
  readonly operations: readonly OperationPart[];
}

/** Reads channels and operations of 2.x, where operations are written in their channel and messages in their operation. */
export function fromV2(
  servers: readonly ServerPart[],
  reading: NormalizeContext,
): { channels: readonly ChannelPart[]; operations: readonly OperationPart[] } {
  const exchange: V2Context = {
    reading,
    names: componentKeys(reading.documents, "operationTraits"),
    servers: new Map(servers.map((server) => [server.key, server])),
    operations: new Map(),
    choices: new Map(),
    messageLists: new Map(),
    serverLists: new Map(),
  };
  const items = entriesOf(valueOf(reading.documents.root, "channels")).map((entry) => beginItem(entry, exchange));
  // A message is named after the place where it is written, even if an earlier operation refers to it.
  const writers = items.flatMap((item) => item.operations).toReversed();
  for (const [found, standing] of [...new Map(writers.map((each) => [each.messageNodes, each.standing]))].toReversed()) {
    for (const node of found.part) if (stringOf(node, "$ref") === undefined) reading.messages.meet(node, standing, reading);
  }
  const finished = items.map((item) => finishChannel(item, exchange));
  return { channels: finished.map(({ channel }) => channel), operations: finished.flatMap(({ operations }) => operations) };
}
