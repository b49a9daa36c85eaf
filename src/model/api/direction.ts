import type { Channel, Direction, Message, Operation } from "./linked.ts";

/** What the one side does where the other side sends or receives. */
export const opposite: Readonly<Record<Direction, Direction>> = { send: "receive", receive: "send" };

/** What the application does with a message by one of its operations. */
export interface MessageUse {
  readonly operation: Operation;
  readonly direction: Direction;
  readonly channel?: Channel;
  /** Whether the message is the operation's reply: it goes the other way, over the reply's channel. */
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

/** The uses of a message by the first `most` of its operations, in document order. An operation may use it for its request and its reply. */
export function usesOfMessage(message: Message, most = Infinity): MessageUse[] {
  return message.operations.slice(0, most).flatMap((operation) => usesBy(operation, message));
}
