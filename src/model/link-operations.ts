import type { ChannelPart, MessagePart, OperationPart, ReplyPart } from "#normalize";
import { linkBindings } from "./link-bindings.ts";
import type { LinkedChannel } from "./link-channels.ts";
import type { LinkedMessage } from "./link-messages.ts";
import type { Channel, Message, Operation, Reply } from "./linked.ts";
import type { Linking } from "./linking.ts";
import { uniqueIds } from "./unique-ids.ts";

/** What an operation may point at. */
interface Targets {
  readonly channels: ReadonlyMap<ChannelPart, LinkedChannel>;
  readonly messages: ReadonlyMap<MessagePart, LinkedMessage>;
  readonly linking: Linking;
  readonly replies: Replies;
}

/** By channel and direction, the operations whose reply comes over that channel; shared by all that go the other way. */
class Replies {
  readonly #requests = new Map<Channel, Record<Operation["direction"], Operation[]>>();

  /** Requests of the other direction than `direction`, as a list that still grows. */
  to(channel: Channel | undefined, direction: Operation["direction"]): Operation[] {
    if (!channel) return [];
    let requests = this.#requests.get(channel);
    if (!requests) {
      requests = { send: [], receive: [] };
      this.#requests.set(channel, requests);
    }
    return requests[direction === "send" ? "receive" : "send"];
  }

  add(operation: Operation): void {
    const other = operation.direction === "send" ? "receive" : "send";
    this.to(operation.reply?.channel, other).push(operation);
  }
}

function messagesOf(parts: readonly MessagePart[], targets: Targets): readonly LinkedMessage[] {
  return parts.map((part) => targets.messages.get(part)).filter((each) => each !== undefined);
}

function linkReply(part: ReplyPart, targets: Targets): Reply {
  const { linking } = targets;
  const fields = linking.fields(part);
  const address = part.address && linking.fields(part.address);
  return {
    address: address && { location: address.text("location"), ...address.described() },
    channel: part.channel && targets.channels.get(part.channel)?.channel,
    messages: messagesOf(part.messages, targets).map(({ message }) => message),
    ...fields.described(),
  };
}

function linkOperation(part: OperationPart, id: string, targets: Targets): Operation {
  const { linking } = targets;
  const fields = linking.fields(part);
  const channel = part.channel && targets.channels.get(part.channel);
  const messages = messagesOf(part.messages, targets);
  const operation: Operation = {
    written: part.written,
    direction: part.direction,
    verb: part.verb,
    channel: channel?.channel,
    messages: messages.map(({ message }) => message),
    security: linking.security(part.security),
    bindings: linkBindings(fields, "operation", linking.source),
    traits: part.traits,
    reply: part.reply && linkReply(part.reply, targets),
    repliesTo: targets.replies.to(channel?.channel, part.direction),
    ...linking.named("operation", fields, { id }),
    ...fields.described(),
  };
  linking.enter(operation, part.nodes);
  linking.secured(operation, part.security);
  channel?.operations.push(operation);
  const replies = part.reply ? messagesOf(part.reply.messages, targets) : [];
  for (const each of new Set<{ message: Message; operations: Operation[] }>([...messages, ...replies])) each.operations.push(operation);
  targets.replies.add(operation);
  return operation;
}

/** Operations in document order, each noted at its channel, its messages and its security schemes. */
export function linkOperations(parts: readonly OperationPart[], targets: Omit<Targets, "replies">): readonly Operation[] {
  const ids = uniqueIds(parts);
  const all = { ...targets, replies: new Replies() };
  return parts.map((part) => linkOperation(part, ids.get(part) ?? part.id, all));
}
