/** Compares channels and their parameters. */
import { namesInBraces, withoutNames } from "#format";
import type { Channel, Direction, Message, Parameter, Server } from "#model";
import { opposite, wireAddress, wireAddresses } from "#model";
import { itemsOf, listSome, MOST_IN_BOX, valueOf } from "#text";
import type { Affected, ChangeFact } from "../report/index.ts";
import type { BindingOptions } from "./compare-bindings.ts";
import { compareBindings } from "./compare-bindings.ts";
import { compareMessage } from "./compare-messages.ts";
import { compareOperations } from "./compare-operations.ts";
import { compareSchemas, otherSide } from "./compare-schemas.ts";
import type { TextOwner } from "./compare-words.ts";
import {
  compareWords,
  withFields,
  byPosition,
  capital,
  channelName,
  comparePairs,
  isReordered,
  messageName,
  quoted,
  reportUnmatched,
  subjectOf,
  unfilled,
} from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import { saidFact } from "./facts.ts";
import type { FilledPlace } from "./stated-values.ts";
import { compareDefaults, compareValues } from "./stated-values.ts";
import type { Matches } from "./match.ts";
import { matchMessages } from "./match.ts";

/** The fields of a channel that are compared by what they mean. */
const JUDGED = ["address", "servers", "messages", "parameters", "bindings", "publish", "subscribe"];

/** The messages of a channel by direction. */
type Traffic = ReadonlyMap<Direction, readonly Message[]>;

function trafficOf({ operations, replies, messages }: Channel): Traffic {
  const traffic = new Map<Direction, Message[]>();
  const add = (direction: Direction, more: readonly Message[]): void => {
    traffic.set(direction, [...(traffic.get(direction) ?? []), ...more]);
  };
  for (const { direction, messages: own, reply, isDirectionKnown } of operations) {
    add(direction, own);
    if (!isDirectionKnown) add(opposite[direction], own);
    if (reply && !reply.channel) add(opposite[direction], reply.messages);
  }
  for (const { direction, reply } of replies) if (reply) add(opposite[direction], reply.messages);
  // Without an operation it is unknown who sends, so both directions count.
  if (traffic.size === 0 && messages.length > 0) for (const direction of ["send", "receive"] as const) add(direction, messages);
  return traffic;
}

/** The other side of a channel. */
function othersOf(traffic: Traffic, { operations }: Channel): Affected {
  const directions = new Set([...traffic.keys(), ...operations.map(({ direction }) => direction)]);
  const [only, another] = directions;
  return only === undefined || another !== undefined ? "all" : otherSide[only];
}

const code = "change/channel" as const;

/** Reports the changes in channels, their operations and their messages. */
export function compareChannels(channels: Matches<Channel>, servers: Matches<Server>, comparison: Comparison): void {
  const affectedBy = (channel: Channel): Affected => othersOf(trafficOf(channel), channel);
  reportUnmatched(channels, { code, nameOf: channelName, affectedBy }, valueOf(comparison.new.api.node, "channels"), comparison);
  const met = new MessagePairs();
  for (const [old, now] of channels.pairs) {
    comparison.match("channel", old, now);
    const about = { code, what: channelName(now), subject: subjectOf(now), old: old.node, new: now.node };
    comparison.attempt(about, () => compareChannel(old, now, { servers, met, comparison }));
  }
  for (const { pair, directions } of met.all()) {
    comparison.match("message", pair.old, pair.new);
    const { old, new: now } = pair;
    const about = { code: "change/message", what: messageName(now), subject: subjectOf(now), old: old.node, new: now.node } as const;
    comparison.attempt(about, () => compareMessage({ ...pair, directions }, comparison));
  }
}

/** Collects pairs of messages with their directions. A message that several channels share is compared once. */
class MessagePairs {
  readonly #pairs = new Map<Message, Map<Message, Set<Direction>>>();

  add(old: Message, now: Message, direction: Direction): void {
    const others = this.#pairs.get(old) ?? new Map<Message, Set<Direction>>();
    this.#pairs.set(old, others);
    others.set(now, (others.get(now) ?? new Set()).add(direction));
  }

  *all(): Generator<{ readonly pair: { readonly old: Message; readonly new: Message }; readonly directions: ReadonlySet<Direction> }> {
    for (const [old, others] of this.#pairs) for (const [now, directions] of others) yield { pair: { old, new: now }, directions };
  }
}

interface ChannelContext {
  readonly servers: Matches<Server>;
  readonly met: MessagePairs;
  readonly comparison: Comparison;
}

function compareChannel(old: Channel, now: Channel, context: ChannelContext): void {
  const { comparison, met } = context;
  const [before, after] = [trafficOf(old), trafficOf(now)];
  const affects = othersOf(before, old);
  compareAddress(old, now, { affects, comparison });
  compareAvailability(old, now, { affects, context });
  compareParameters(old, now, { directions: [...before.keys()], affects, comparison });
  compareOperations(old, now, comparison);
  for (const direction of ["send", "receive"] as const) {
    const [one, other] = [before.get(direction), after.get(direction)];
    // A removed or new operation is reported separately.
    if (!one || !other) continue;
    const { pairs, removed, added } = matchMessages(one, other, comparison);
    for (const [mine, theirs] of pairs) met.add(mine, theirs, direction);
    reportLost(removed, { direction, isLast: pairs.length === 0, now, comparison });
    reportFurther(added, { direction, isFirst: one.length === 0, now, comparison });
  }
  if (comparison.areSame(old.node, now.node)) return;
  const subject = subjectOf(now);
  const about = { what: channelName(now), subject };
  const address: BindingOptions["address"] = (protocol) => ({
    now: wireAddress(now, protocol).address,
    change: isAddressKept(old, now, protocol) ? "kept" : shapeOf(old.address) === shapeOf(now.address) ? "rebound" : "moved",
  });
  compareBindings(old, now, { ...about, directions: [...before.keys()], address }, comparison);
  compareWords(old, now, { ...about, judged: JUDGED }, comparison);
}

const shapeOf = (address: string | null): string | undefined => (address === null ? undefined : withoutNames(address));

/** Whether messages still go to the same place with a protocol. */
function isAddressKept(old: Channel, now: Channel, protocol: string): boolean {
  const [before, after] = [wireAddress(old, protocol), wireAddress(now, protocol)];
  return shapeOf(before.address) === shapeOf(after.address);
}

/** Compares the addresses as written. What bindings change of the address is reported with their fields. */
function compareAddress(old: Channel, now: Channel, { affects, comparison }: { affects: Affected; comparison: Comparison }): void {
  if (shapeOf(old.address) === shapeOf(now.address)) return;
  const inWords = ({ address }: Channel): string => (address === null ? "not known" : quoted(address));
  const message = `The address of ${channelName(now)} was ${inWords(old)} and is ${inWords(now)}.`;
  const places = { old: valueOf(old.node, "address") ?? old.node, new: valueOf(now.node, "address") ?? now.node };
  // An address that was unknown before may be the same. One in whose place bindings name another is only the channel's name.
  const isKept = wireAddresses(old).every(({ address, protocol }) => address === null || isAddressKept(old, now, protocol));
  const verdict = isKept ? "compatible" : "breaking";
  comparison.add({ code, verdict, affects, message, subject: subjectOf(now), ...places });
}

/** Reports the servers that a channel left or joined. A removed server is reported separately. */
function compareAvailability(old: Channel, now: Channel, { affects, context }: { affects: Affected; context: ChannelContext }): void {
  const { comparison, servers } = context;
  const counterparts = new Map(servers.pairs);
  const left = old.availableOn.filter((server) => {
    const other = counterparts.get(server);
    return other !== undefined && !now.availableOn.includes(other);
  });
  const kept = new Set(old.availableOn.flatMap((server) => counterparts.get(server) ?? []));
  const joined = now.availableOn.filter((server) => !kept.has(server) && servers.pairs.some(([, each]) => each === server));
  const names = (list: readonly Server[]): string =>
    listSome(
      list.map(({ id }) => quoted(id)),
      5,
    );
  const places = { old: valueOf(old.node, "servers") ?? old.node, new: valueOf(now.node, "servers") ?? now.node, subject: subjectOf(now) };
  const channel = capital(channelName(now));
  if (left.length > 0)
    comparison.add({ code, verdict: "breaking", affects, message: `${channel} is no longer on ${names(left)}.`, ...places });
  if (joined.length > 0) comparison.add({ code, verdict: "compatible", message: `${channel} is now on ${names(joined)} too.`, ...places });
}

interface ParameterContext {
  readonly directions: readonly Direction[];
  readonly affects: Affected;
  readonly comparison: Comparison;
}

/** Compares parameters by their position in the address, whatever their names. */
function compareParameters(old: Channel, now: Channel, context: ParameterContext): void {
  const { affects, comparison } = context;
  const subject = subjectOf(now);
  const [names, others] = [namesInBraces(old.address ?? ""), namesInBraces(now.address ?? "")];
  if (isReordered(names, others)) {
    const message = `The parameters of ${channelName(now)} are in another order: ${listSome(others.map(quoted), 5)}.`;
    comparison.add({ code: "change/parameter", verdict: "breaking", affects, message, subject, old: old.node, new: now.node });
    return;
  }
  comparePairs(unfilled(old.parameters, names), unfilled(now.parameters, others), (one, other) => {
    const what = `parameter ${quoted(other.name)}, which the address does not have`;
    compareWords(one, other, { what, subject, judged: [] }, comparison);
  });
  const [before, after] = [byPosition(old.address ?? "", old.parameters), byPosition(now.address ?? "", now.parameters)];
  names.forEach((name, at) => {
    const [parameter, other] = [before[at], after[at]];
    const what = `Parameter ${quoted(others[at] ?? name)} of ${channelName(now)}`;
    const places = { old: parameter?.node, new: other?.node, within: now.node };
    if (parameter && other) {
      if (!comparison.areSame(parameter.node, other.node)) compareParameter(parameter, other, { now, ...context });
    } else if (parameter && at < others.length) {
      // Without a description any value may be filled in, and nobody knows where in a message it is.
      const verdict = parameter.location ? "unknown" : "compatible";
      comparison.add({ code: "change/parameter", verdict, affects, message: `${what} is no longer described.`, subject, ...places });
    } else if (other) {
      const isNarrower = filledIn(other, comparison.new).values !== undefined || other.schema !== undefined;
      const message = `${what} is now described${isNarrower ? ", which may refuse what was filled in before" : ""}.`;
      comparison.add({ code: "change/parameter", verdict: isNarrower ? "unknown" : "compatible", affects, message, subject, ...places });
    }
  });
}

/** What may be filled in: in 3.x the parameter says it, in 2.x its schema. */
function filledIn({ enum: own, default: stated, schema }: Parameter, { documents }: Comparison["new"]): FilledPlace {
  const written = schema && documents.follow(schema.node);
  const listed = valueOf(written, "enum");
  return { values: own ?? (listed && itemsOf(listed)), default: stated ?? valueOf(written, "default") };
}

/** A parameter with what 2.x writes in its schema and 3.x beside it. */
function withExamples({ node, schema }: Parameter, { documents }: Comparison["new"]): TextOwner {
  return { node: withFields(node, { examples: valueOf(schema && documents.follow(schema.node), "examples") }) };
}

function compareParameter(
  old: Parameter,
  now: Parameter,
  { now: channel, affects, comparison }: ParameterContext & { now: Channel },
): void {
  const subject = subjectOf(channel);
  const what = `Parameter ${quoted(now.name)} of ${channelName(channel)}`;
  const code = "change/parameter";
  const places = { old: old.node, new: now.node };
  // Both those who fill in a value and those who receive it are affected by removed values.
  if (old.schema && now.schema)
    compareSchemas({ code, what, subject, old: old.schema, new: now.schema, directions: ["receive"], affects }, comparison);
  const [before, after] = [filledIn(old, comparison.old), filledIn(now, comparison.new)];
  for (const { verdict, how } of [...(old.schema && now.schema ? [] : compareValues(before, after)), ...compareDefaults(before, after)])
    comparison.add({ code, verdict, affects, message: `${what} ${how}.`, subject, ...places });
  if ((old.location?.value ?? now.location?.value) !== now.location?.value) {
    const message = `${what} is read from another place of the message.`;
    comparison.add({ code, verdict: "breaking", affects, message, subject, ...places });
  }
  const words = { what: `parameter ${quoted(now.name)}`, subject, judged: ["schema", "enum", "default", "location"] };
  compareWords(withExamples(old, comparison.old), withExamples(now, comparison.new), words, comparison);
}

interface TrafficContext {
  readonly direction: Direction;
  readonly now: Channel;
  readonly comparison: Comparison;
}

function reportLost(removed: readonly Message[], { direction, isLast, now, comparison }: TrafficContext & { isLast: boolean }): void {
  const how = `${direction === "send" ? "is no longer sent to" : "is no longer received from"} ${channelName(now)}.`;
  const verdict = direction === "receive" || isLast ? "breaking" : "compatible";
  const severalHow = `are no longer ${direction === "send" ? "sent to" : "received from"} ${channelName(now)}`;
  const facts = factsOfSeveral(removed, severalHow, now);
  for (const each of removed) {
    const message = `${capital(messageName(each))} ${how}`;
    const places = { old: each.node, within: now.node, channel: now };
    comparison.add({ code: "change/message", verdict, affects: otherSide[direction], message, facts, subject: subjectOf(each), ...places });
  }
}

/** What happened to several messages of a channel is one change of it. The message of each says it of that one. */
function factsOfSeveral(messages: readonly Message[], how: string, { node }: Channel): readonly ChangeFact[] {
  if (messages.length < 2) return [];
  const names = messages.map(({ title, name }) => quoted(name?.value ?? title));
  return [saidFact(`Messages ${listSome(names, MOST_IN_BOX)} ${how}`, node)];
}

/** Whether the settings say that receivers of a channel ignore messages that they do not know. */
function isOpenToMessages({ id, address }: Channel, { newMessages }: Comparison): boolean {
  const named = [id, address ?? id, "*"].find((name) => Object.hasOwn(newMessages, name));
  return named !== undefined && newMessages[named] === "compatible";
}

function reportFurther(added: readonly Message[], { direction, isFirst, now, comparison }: TrafficContext & { isFirst: boolean }): void {
  const mayBreak = direction === "send" && !isFirst;
  const verdict = mayBreak && !isOpenToMessages(now, comparison) ? "breaking" : "compatible";
  const agreed = mayBreak && verdict === "compatible" ? " The settings say that this is compatible." : "";
  const how = `${direction === "send" ? "is sent to" : "is received from"} ${channelName(now)}, where it was not before.${agreed}`;
  const severalHow = `are ${direction === "send" ? "sent to" : "received from"} ${channelName(now)}, where they were not before`;
  const facts = factsOfSeveral(added, severalHow, now);
  for (const each of added) {
    const message = `${capital(messageName(each))} ${how}`;
    const about = { affects: otherSide[direction], message, facts, subject: subjectOf(each), new: each.node, channel: now };
    comparison.add({ code: "change/message", verdict, ...about });
  }
}
