import { groupBy } from "#text";
import type { FitJudge, MessageFit, ReceivedMessage, ReceiverFit } from "./fit.ts";
import { fitOf } from "./fit.ts";
import type { ChannelMap, ChannelParty, SharedChannel } from "./match-channels.ts";
import { linkBetween } from "./match-channels.ts";

/** Whether one API can take a message of another on one channel. */
export interface FitRow extends MessageFit {
  readonly sender: string;
  readonly receiver: string;
  readonly channel: SharedChannel;
  /** All channels that the verdict is about: several where neither side names a server, and others of the address do. */
  readonly channels: readonly SharedChannel[];
  /** The broker of the channel; `null` if neither side names a server. */
  readonly broker: string | null;
  /** The id of the message at the sender. */
  readonly message: string;
}
function messagesOf({ api, operation }: ChannelParty): readonly ReceivedMessage[] {
  return operation.messages.flatMap((at) => {
    const message = api.messages[at];
    return message ? [{ message, isListed: operation.listsMessages }] : [];
  });
}

const UNSURE = "No server says whether this is the same broker.";

const unsure = (why: string): string => [why, UNSURE].filter((each) => each !== "").join(" ");

/** A row while others are still missing. */
interface OpenRow extends Omit<FitRow, "channels">, ReceiverFit {
  readonly channels: SharedChannel[];
}

interface FitContext {
  readonly judge: FitJudge;
  readonly takeAll: ReadonlySet<string>;
  /** The rows made so far by sender, receiver, message and channel, so that each is made once. */
  readonly rows: Map<string, OpenRow>;
}

/** Judges whether receivers on a channel, or on a linked one, can take what is sent. */
function judgeParties(
  {
    senders,
    receivers,
    channel,
    meets,
  }: {
    readonly senders: readonly ChannelParty[];
    readonly receivers: readonly ChannelParty[];
    readonly channel: SharedChannel;
    readonly meets: (sender: ChannelParty, receiver: ChannelParty) => boolean;
  },
  { judge, takeAll, rows }: FitContext,
): void {
  const receiving = groupBy(receivers, ({ api }) => api);
  for (const [sender, sending] of groupBy(senders, ({ api }) => api)) {
    for (const [receiver, parties] of receiving) {
      if (receiver === sender) continue;
      for (const party of sending) {
        const met = parties.filter((each) => meets(party, each));
        const [first] = met;
        if (!first) continue;
        const received = met.flatMap(messagesOf);
        const hasServer = ({ members }: ChannelParty): boolean => members.some(({ broker }) => broker !== undefined);
        const isSure = [party, ...met].every(hasServer);
        // Servers of third documents say nothing about two that name none.
        const isPlaced = [party, ...met].some(hasServer);
        const where = isPlaced ? [channel.broker, channel.environment, channel.owner] : [];
        for (const { message } of messagesOf(party)) {
          const key = [sender.name, receiver.name, ...where, channel.space, channel.address, message.id].join("\n");
          const known = rows.get(key);
          if (known && !known.channels.includes(channel)) known.channels.push(channel);
          if (known) continue;
          const { file, pointer } = first.operation.place;
          const fit = fitOf(message, received, { judge, receiver: { file, pointer }, takesAll: takeAll.has(receiver.name) });
          rows.set(key, {
            ...fit,
            why: isSure ? fit.why : unsure(fit.why),
            ...(fit.unlessAlone && !isSure ? { unlessAlone: { ...fit.unlessAlone, why: unsure(fit.unlessAlone.why) } } : {}),
            sender: sender.name,
            receiver: receiver.name,
            channel,
            channels: [channel],
            broker: isPlaced ? channel.broker : null,
            message: message.id,
          });
        }
      }
    }
  }
}

/** Whether the channels of two APIs are linked by a wildcard or an enum. */
function areLinked(a: ChannelParty, b: ChannelParty): boolean {
  return a.members.some((own) => b.members.some((other) => (linkBetween(own, other) ?? linkBetween(other, own)) !== undefined));
}

/** Settles what a receiver does not document: it is not received if the receiver takes another message of the channel. */
function settle(rows: readonly OpenRow[]): FitRow[] {
  const taken = new Map<SharedChannel, Set<string>>();
  for (const { channels, receiver, unlessAlone, verdict } of rows) {
    if (unlessAlone || verdict === "not-received") continue;
    for (const each of channels) taken.set(each, (taken.get(each) ?? new Set()).add(receiver));
  }
  return rows.map(({ unlessAlone, ...row }) => {
    const isAlone = !row.channels.some((each) => taken.get(each)?.has(row.receiver));
    if (!unlessAlone || isAlone) return row;
    const { sender, receiver, channel, channels, broker, message } = row;
    return { ...unlessAlone, sender, receiver, channel, channels, broker, message };
  });
}

/** Judges whether receivers can take what is sent to them, on channels and across links. */
export function judgeAll({ channels, links }: ChannelMap, how: Pick<FitContext, "judge" | "takeAll">): FitRow[] {
  const context: FitContext = { ...how, rows: new Map() };
  for (const channel of channels) {
    if (channel.address === null) continue;
    judgeParties({ senders: channel.senders, receivers: channel.receivers, channel, meets: () => true }, context);
  }
  for (const { from, to } of links) {
    judgeParties({ senders: from.senders, receivers: to.receivers, channel: from, meets: areLinked }, context);
    judgeParties({ senders: to.senders, receivers: from.receivers, channel: to, meets: areLinked }, context);
  }
  return settle([...context.rows.values()]);
}
