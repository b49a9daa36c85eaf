import type { Channel, Direction, Message, Operation } from "./linked.ts";

/** The direction from the other side's point of view. */
export const opposite: Readonly<Record<Direction, Direction>> = { send: "receive", receive: "send" };

/** One use of a message by an operation of the application. */
export interface MessageUse {
  readonly operation: Operation;
  readonly direction: Direction;
  readonly channel?: Channel;
  /** Whether the message is the operation's reply. A reply goes in the opposite direction, over the reply's channel. */
  readonly isReply: boolean;
}

function usesBy(operation: Operation, message: Message): MessageUse[] {
  const { channel, direction, messages, reply } = operation;
  const uses: MessageUse[] = [];
  if (messages.includes(message)) uses.push({ operation, direction, channel, isReply: false });
  if (reply?.messages.includes(message)) {
    uses.push({ operation, direction: opposite[direction], channel: reply.channel ?? channel, isReply: true });
  }
  return uses;
}

/** The uses of a message by its first `most` operations, in document order. One operation may use it as request and as reply. */
export function usesOfMessage(message: Message, most = Infinity): MessageUse[] {
  return message.operations.slice(0, most).flatMap((operation) => usesBy(operation, message));
}
