/** Links operations with their channels and messages. */
import { valueOf, type Node } from "#text";
import type { ChannelPart, MessagePart, OperationPart, ReplyPart } from "../normalize/index.ts";
import { opposite } from "./linked.ts";
import { linkBindings } from "./link-channels.ts";
import type { LinkedChannel } from "./link-channels.ts";
import type { Channel, Direction, Message, Operation, Reply, UnresolvedReferences } from "./linked.ts";
import type { LinkedLists, LinkContext, Owners } from "./linking.ts";
import { uniqueIds, unresolvedUnder } from "./linking.ts";

/** What an operation may refer to. */
interface OperationTargets {
  readonly channels: ReadonlyMap<ChannelPart, LinkedChannel>;
  readonly messages: LinkedLists<MessagePart, Message>;
  readonly ofMessages: Owners<Message, Operation>;
  readonly linking: LinkContext;
  readonly replies: ReplyOperations;
}

/** Operations whose reply uses a channel, by channel and direction. All operations in the other direction share one list. */
class ReplyOperations {
  readonly #requests = new Map<Channel, Record<Direction, Operation[]>>();

  /** The requests whose reply uses the channel in this direction. The list still grows while operations are linked. */
  to(channel: Channel | undefined, direction: Direction): Operation[] {
    if (!channel) return [];
    let requests = this.#requests.get(channel);
    if (!requests) {
      requests = { send: [], receive: [] };
      this.#requests.set(channel, requests);
    }
    return requests[opposite[direction]];
  }

  add(operation: Operation): void {
    this.to(operation.reply?.channel, opposite[operation.direction]).push(operation);
  }
}

function linkReply(part: ReplyPart, targets: OperationTargets): Reply {
  const { linking } = targets;
  const fields = linking.fields(part);
  const address = part.address && linking.fields(part.address);
  return {
    address: address && { location: address.text("location"), ...address.described() },
    channel: part.channel && targets.channels.get(part.channel)?.channel,
    messages: targets.messages.of(part.messages),
    unresolved: unresolvedOf(part, part.channel && targets.channels.get(part.channel), linking),
    ...fields.described(),
  };
}

/**
 * The channel and messages that an operation or reply names but that could not be found. If it names no messages, it has all of its
 * channel, including lost ones.
 */
function unresolvedOf(
  { node }: { readonly node: Node },
  linked: LinkedChannel | undefined,
  { source: { documents } }: LinkContext,
): UnresolvedReferences {
  const fields = ["messages", "message"].filter((field) => valueOf(node, field));
  return {
    channel: unresolvedUnder(node, "channel", documents)[0],
    messages:
      fields.length === 0
        ? (linked?.channel.unresolved.messages ?? [])
        : fields.flatMap((field) => unresolvedUnder(node, field, documents)),
  };
}

/** A name for an operation without one in the document: what others do, and the channel, as in `publish orders/created`. */
function madeName(part: OperationPart, channel: LinkedChannel | undefined): string | undefined {
  return part.rank === 0 || !channel ? undefined : `${part.direction === "receive" ? "publish" : "subscribe"} ${channel.channel.id}`;
}

function linkOperation(part: OperationPart, id: string, targets: OperationTargets): Operation {
  const { linking } = targets;
  const fields = linking.fields(part);
  const channel = part.channel && targets.channels.get(part.channel);
  const messages = targets.messages.of(part.messages);
  const operation: Operation = {
    written: part.written,
    direction: part.direction,
    isDirectionKnown: part.isDirectionKnown,
    verb: part.verb,
    isNamed: part.rank === 0,
    channel: channel?.channel,
    messages,
    unresolved: unresolvedOf(part, channel, linking),
    security: linking.security(part.security),
    bindings: linkBindings(fields, "operation", linking),
    traits: part.traits,
    reply: part.reply && linkReply(part.reply, targets),
    repliesTo: targets.replies.to(channel?.channel, part.direction),
    ...linking.named("operation", fields, { id, made: madeName(part, channel) }),
    ...fields.described(),
  };
  linking.enter(operation, part.nodes);
  linking.secured(operation, part.security);
  channel?.operations.push(operation);
  targets.ofMessages.add(messages, operation);
  if (part.reply?.channel) targets.channels.get(part.reply.channel)?.replies.push(operation);
  if (operation.reply) targets.ofMessages.add(operation.reply.messages, operation);
  targets.replies.add(operation);
  return operation;
}

/** Links operations in document order, and records each at its channel, messages and security schemes. */
export function linkOperations(parts: readonly OperationPart[], targets: Omit<OperationTargets, "replies">): readonly Operation[] {
  const ids = uniqueIds(parts);
  const all = { ...targets, replies: new ReplyOperations() };
  return parts.map((part) => linkOperation(part, ids.get(part) ?? part.id, all));
}
