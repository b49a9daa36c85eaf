import type { ChannelPart, MessagePart, ServerPart } from "#normalize";
import type { Fields } from "./fields.ts";
import { linkBindings } from "./link-bindings.ts";
import type { LinkedMessage } from "./link-messages.ts";
import type { LinkedServer } from "./link-servers.ts";
import type { Channel, Operation, Parameter } from "./linked.ts";
import type { Linking } from "./linking.ts";
import { uniqueIds } from "./unique-ids.ts";

/** A channel whose operations are filled in later. */
export interface LinkedChannel {
  readonly channel: Channel;
  readonly operations: Operation[];
}

/** What a channel may point at. */
export interface ChannelTargets {
  readonly servers: ReadonlyMap<ServerPart, LinkedServer>;
  readonly messages: ReadonlyMap<MessagePart, LinkedMessage>;
}

function linkParameter([name, fields]: readonly [string, Fields]): Parameter {
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

function linkChannel(part: ChannelPart, id: string, { targets, linking }: { targets: ChannelTargets; linking: Linking }): LinkedChannel {
  const fields = linking.fields(part);
  const operations: Operation[] = [];
  const servers = part.servers.map((server) => targets.servers.get(server)).filter((each) => each !== undefined);
  const available = servers.length > 0 ? servers : [...targets.servers.values()];
  const messages = part.messages.map((message) => targets.messages.get(message)).filter((each) => each !== undefined);
  const channel: Channel = {
    address: part.address,
    parameters: fields.objects("parameters", "Parameter").map(linkParameter),
    servers: servers.map(({ server }) => server),
    availableOn: available.map(({ server }) => server),
    operations,
    messages: messages.map(({ message }) => message),
    bindings: linkBindings(fields, "channel", linking.source),
    used: part.declared,
    ...linking.named("channel", fields, { id }),
    ...fields.described(),
  };
  linking.enter(channel, part.nodes);
  for (const each of available) each.channels.push(channel);
  for (const each of messages) each.channels.push(channel);
  return { channel, operations };
}

/** Channels under their keys; one that only operations lead to makes way for a declared one of the same name. */
export function linkChannels(
  parts: readonly ChannelPart[],
  targets: ChannelTargets,
  linking: Linking,
): ReadonlyMap<ChannelPart, LinkedChannel> {
  const names = parts.map((part) => ({ part, id: part.key, rank: part.declared ? 0 : 1 }));
  const ids = uniqueIds(names);
  return new Map(names.map((name) => [name.part, linkChannel(name.part, ids.get(name) ?? name.id, { targets, linking })]));
}
