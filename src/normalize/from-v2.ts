import type { Entry, MapNode, Node } from "#json";
import { entriesOf, entryOf, itemsOf, stringOf, valueOf } from "#json";
import { applyTraits } from "./apply-traits.ts";
import { componentKeys } from "./component-keys.ts";
import type { AlternativePart, ChannelPart, MessagePart, OperationPart, ServerPart } from "./description.ts";
import type { Line, Reading, Understood } from "./reading.ts";
import { filled, mapUnder, saidOf, textField } from "./reading.ts";
import { securityOf } from "./security.ts";

/** A requirement by name, and the fields of 2.x that the draft of 3.0.0 kept. */
export const classic: Line = {
  wins: "trait",
  flowScopes: "scopes",
  freeExamples: false,
  server(node) {
    const url = textField(node, "url");
    return { address: url?.value ?? "", url };
  },
  schema: (node) => ({ part: { node }, whole: true }),
  payload(message) {
    const node = valueOf(message, "payload");
    if (!node || node.kind === "null") return undefined;
    const format = textField(message, "schemaFormat");
    return { part: { node, format }, whole: true };
  },
  alternative: (item, _standing, reading) => requirement(item, reading),
};

/** A Security Requirement Object: schemes of the components by name. */
export function requirement(item: Node, { schemes }: Reading): Understood<AlternativePart> | undefined {
  if (item.kind !== "map") return undefined;
  const needs = item.entries.map(({ key, value }) => {
    const scheme = schemes.named(key);
    return { name: key, scopes: itemsOf(value), scheme };
  });
  return { part: { node: item, schemes: needs }, whole: item.entries.every(({ value }) => value.kind === "list") };
}

/** What the application does with what others publish and subscribe to. */
const directions = { publish: "receive", subscribe: "send" } as const;
type Verb = keyof typeof directions;

function verbOf({ key }: Entry): Verb | undefined {
  return key === "publish" || key === "subscribe" ? key : undefined;
}

/** The messages of an operation: one, or each of a `oneOf`, also of one behind a reference. */
function messageNodes(message: Node | undefined, reading: Reading): Understood<readonly Node[]> {
  const nodes: Node[] = [];
  const seen = new Set<Node>();
  let whole = true;
  const open: Node[] = message ? [message] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    const target = reading.documents.follow(node);
    const alternatives = valueOf(target, "oneOf");
    if (target?.kind !== "map") whole = false;
    else if (alternatives?.kind !== "list") nodes.push(node);
    else if (!seen.has(target)) {
      whole &&= target !== node || target.entries.length === 1;
      for (const item of alternatives.items.toReversed()) open.push(item);
    }
    if (target) seen.add(target);
  }
  return { part: nodes, whole };
}

/** A channel item on the way to a part: its operations are read when all channels have been met. */
interface Item {
  readonly key: string;
  readonly node: MapNode;
  readonly nodes: readonly Node[];
  readonly operations: readonly Begun[];
}

interface Begun extends ReturnType<typeof applyTraits> {
  readonly verb: Verb;
  readonly id: string;
  readonly rank: number;
  readonly messageNodes: Understood<readonly Node[]>;
}

/** A `$ref` in a channel item adds the fields of its target; which side counts is not defined, and here the item does. */
function itemNodes(entry: Entry, reading: Reading): Pick<Item, "node" | "nodes"> {
  const written = entry.value.kind === "map" ? entry.value : mapUnder(entry, reading);
  const target = entryOf(written, "$ref") ? reading.documents.follow(written) : undefined;
  if (target?.kind !== "map" || target === written) return { node: written, nodes: [written] };
  const own = written.entries.filter(({ key }) => key !== "$ref");
  if (own.length === 0) return { node: target, nodes: [written, target] };
  const base = target.entries.filter(({ key }) => key !== "$ref" && !entryOf(written, key));
  const node: MapNode = { ...written, entries: [...base, ...own] };
  return { node, nodes: [written, node, target] };
}

function beginOperation(entry: Entry, verb: Verb, { channel, names, reading }: { channel: string; names: Names; reading: Reading }): Begun {
  const merged = applyTraits(mapUnder(entry, reading), { object: "Operation", names }, reading);
  const own = filled(textField(merged.node, "operationId"));
  const id = own ?? `${channel}.${verb}`;
  return { ...merged, verb, id, rank: own === undefined ? 1 : 0, messageNodes: messageNodes(valueOf(merged.node, "message"), reading) };
}

type Names = ReadonlyMap<Node, string>;

function beginItem(entry: Entry, names: Names, reading: Reading): Item {
  const nodes = itemNodes(entry, reading);
  const operations = nodes.node.entries.flatMap((each) => {
    const verb = verbOf(each);
    return verb && each.value.kind === "map" ? [beginOperation(each, verb, { channel: entry.key, names, reading })] : [];
  });
  return { ...nodes, key: entry.key, operations };
}

function finishOperation(begun: Begun, channel: ChannelPart, reading: Reading): OperationPart {
  const { messageNodes: found, ...rest } = begun;
  const used = found.part.map((node) => reading.messages.use(node, { operation: begun.id }, reading));
  const security = securityOf(begun.node, begun.id, reading);
  const said = { operationId: rest.rank === 0, message: found.whole, security: security?.whole ?? false };
  return {
    object: "Operation",
    nodes: [begun.written, begun.node],
    said: saidOf(begun.node, said),
    direction: directions[begun.verb],
    channel,
    messages: [...new Set(used.filter((message) => message !== undefined))],
    security: security?.part,
    ...rest,
  };
}

function finishChannel(item: Item, servers: ReadonlyMap<string, ServerPart>, reading: Reading): Finished {
  const names = itemsOf(valueOf(item.node, "servers"));
  const found = names
    .map((name) => (name.kind === "string" ? servers.get(name.value) : undefined))
    .filter((server) => server !== undefined);
  const messages: MessagePart[] = [];
  const channel: ChannelPart = {
    object: "Channel",
    key: item.key,
    address: item.key,
    declared: true,
    node: item.node,
    nodes: item.nodes,
    said: saidOf(item.node, {
      $ref: item.nodes.length > 1,
      publish: item.operations.some(({ verb }) => verb === "publish"),
      subscribe: item.operations.some(({ verb }) => verb === "subscribe"),
      servers: valueOf(item.node, "servers")?.kind === "list" && found.length === names.length,
    }),
    servers: found,
    messages,
  };
  const operations = item.operations.map((each) => finishOperation(each, channel, reading));
  for (const message of new Set(operations.flatMap((operation) => operation.messages))) messages.push(message);
  return { channel, operations };
}

interface Finished {
  readonly channel: ChannelPart;
  readonly operations: readonly OperationPart[];
}

/** Channels and operations of 2.x: operations stand in their channel, messages in their operation. */
export function fromV2(
  servers: readonly ServerPart[],
  reading: Reading,
): { channels: readonly ChannelPart[]; operations: readonly OperationPart[] } {
  const names = componentKeys(reading.documents, "operationTraits");
  const items = entriesOf(valueOf(reading.documents.root, "channels")).map((entry) => beginItem(entry, names, reading));
  // A message is named where it is written, even if an earlier operation refers to it.
  for (const { id, messageNodes: found } of items.flatMap((item) => item.operations)) {
    for (const node of found.part) if (stringOf(node, "$ref") === undefined) reading.messages.meet(node, { operation: id }, reading);
  }
  const byKey = new Map(servers.map((server) => [server.key, server]));
  const finished = items.map((item) => finishChannel(item, byKey, reading));
  return { channels: finished.map(({ channel }) => channel), operations: finished.flatMap(({ operations }) => operations) };
}
