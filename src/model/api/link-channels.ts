/** Links channels, their parameters and bindings. */
import type { ObjectName } from "#format";
import { canonicalProtocol } from "#format";
import type { MapNode, Node } from "#text";
import { asString, getOrMake, printJson, stringOf, valueOf, LONGEST_QUOTED } from "#text";
import type { ChannelPart, MessagePart, ServerPart } from "../normalize/index.ts";
import type { Binding, ObjectFields, ReadContext } from "./entity.ts";
import type { LinkedLists, LinkContext, Owners } from "./linking.ts";
import type { Channel, Message, Operation, Parameter, Server } from "./api.ts";
import { uniqueIds, unresolvedUnder } from "./linking.ts";

const objects = {
  server: "ServerBindings",
  channel: "ChannelBindings",
  operation: "OperationBindings",
  message: "MessageBindings",
} as const satisfies Record<Binding["kind"], ObjectName>;

/** The bindings of an object, one for each protocol key. `x-` keys are kept as bindings that the format does not list. */
export function linkBindings(fields: ObjectFields, kind: Binding["kind"], { source, bindings }: LinkContext): readonly Binding[] {
  const map = fields.object("bindings", objects[kind])?.node;
  if (!map) return [];
  return getOrMake(bindings[kind], map, () => bindingsIn(map, kind, source));
}

function bindingsIn(map: MapNode, kind: Binding["kind"], { documents, tables }: ReadContext): readonly Binding[] {
  const listed = tables.object(objects[kind]).fields;
  return map.entries.map(({ key, value }) => {
    const node = documents.follow(value) ?? value;
    const version = asString(valueOf(node, "bindingVersion"));
    return { kind, key, protocol: canonicalProtocol(key), known: Object.hasOwn(listed, key), node, version };
  });
}

/** A channel whose operations are filled in later. */
export interface LinkedChannel {
  readonly channel: Channel;
  readonly operations: Operation[];
  readonly replies: Operation[];
}

/** What a channel may refer to, and what later records who refers to it. */
interface ChannelTargets {
  readonly servers: LinkedLists<ServerPart, Server>;
  readonly allServers: readonly Server[];
  readonly messages: LinkedLists<MessagePart, Message>;
  readonly onServers: Owners<Server, Channel>;
  readonly ofMessages: Owners<Message, Channel>;
}

function linkParameter([name, fields]: readonly [string, ObjectFields]): Parameter {
  const schema = fields.schema("schema");
  return {
    name,
    schema: schema && { node: schema },
    enum: fields.list("enum"),
    default: fields.value("default"),
    examples: fields.list("examples"),
    location: fields.text("location"),
    ...fields.described(),
  };
}

function linkParameters(fields: ObjectFields, { parameters }: LinkContext): readonly Parameter[] {
  return getOrMake(parameters, fields.entries("parameters"), () => fields.objects("parameters", "Parameter").map(linkParameter));
}

/** A server as the channel names it, for a reader. */
function nameOfServer(item: Node): string {
  return stringOf(item, "$ref") ?? (item.kind === "string" ? item.value : printJson(item).replace(/\s+/g, " ").slice(0, LONGEST_QUOTED));
}

/** The servers that the channel names but that are none of the document. 2.x names them by their keys, 3.x refers to them. */
function lostServers({ node, servers }: ChannelPart, { documents, tables }: ReadContext): Omit<Channel["unresolved"], "messages"> {
  const written = tables.object("Channel").fields.servers && valueOf(node, "servers");
  if (!written || written.kind === "null") return { servers: [], unreadServers: [] };
  const keys = new Set(servers.map(({ key }) => key));
  const nodes = new Set(servers.flatMap((server) => server.nodes));
  const items = written.kind === "list" ? written.items : [written];
  const lost = items.filter((item) => {
    if (item.kind === "string") return !keys.has(item.value);
    const target = written.kind === "list" ? documents.follow(item) : undefined;
    return target === undefined || !nodes.has(target);
  });
  const isRead = (item: Node): boolean => item.kind !== "string" && documents.follow(item) !== undefined;
  const isKey = (item: Node): boolean => item.kind === "string" && tables.object("Channel").fields.messages !== undefined;
  return { servers: lost.map(nameOfServer), unreadServers: lost.filter((item) => isRead(item) || isKey(item)).map(nameOfServer) };
}

/** The servers and messages that the channel names but that could not be found. */
function unresolvedOf(part: ChannelPart, { source }: LinkContext): Channel["unresolved"] {
  const { node } = part;
  const { fields } = source.tables.object("Channel");
  return {
    ...lostServers(part, source),
    messages: fields.messages ? unresolvedUnder(node, "messages", source.documents) : [],
  };
}

function linkChannel(
  part: ChannelPart,
  id: string,
  { targets, linking }: { targets: ChannelTargets; linking: LinkContext },
): LinkedChannel {
  const fields = linking.fields(part);
  const operations: Operation[] = [];
  const replies: Operation[] = [];
  const servers = targets.servers.of(part.servers);
  const unresolved = unresolvedOf(part, linking);
  // A channel without servers is available on all servers. But if its servers, or the channel itself, could not be found, it is unknown
  // on which.
  const isUnknown = unresolved.servers.length > 0 || valueOf(part.node, "$ref") !== undefined;
  const availableOn = servers.length > 0 || isUnknown ? servers : targets.allServers;
  const messages = targets.messages.of(part.messages);
  const channel: Channel = {
    address: part.address,
    parameters: linkParameters(fields, linking),
    servers,
    availableOn,
    operations,
    replies,
    messages,
    unresolved,
    bindings: linkBindings(fields, "channel", linking),
    used: part.declared,
    ...linking.named("channel", fields, { id }),
    ...fields.described(),
  };
  linking.enter(channel, part.nodes);
  targets.onServers.add(availableOn, channel);
  targets.ofMessages.add(messages, channel);
  return { channel, operations, replies };
}

/**
 * Links channels under their keys. If a declared channel has the same key as one that only operations refer to, the declared one gets
 * it.
 */
export function linkChannels(
  parts: readonly ChannelPart[],
  targets: ChannelTargets,
  linking: LinkContext,
): ReadonlyMap<ChannelPart, LinkedChannel> {
  const names = parts.map((part) => ({ part, id: part.key, rank: part.declared ? 0 : 1 }));
  const ids = uniqueIds(names);
  return new Map(names.map((name) => [name.part, linkChannel(name.part, ids.get(name) ?? name.id, { targets, linking })]));
}
