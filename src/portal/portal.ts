import { namesInBraces } from "#format";
import { hashedNames } from "#model";
import { groupBy, compareTexts } from "#text";
import { addressForm } from "./addresses.ts";
import type { ApiIndex, IndexPlace } from "./api-index.ts";
import { brokerNames } from "./brokers.ts";
import type { MessageFit, ReceivedMessage, SchemaFits, SchemaTexts } from "./fit.ts";
import { FitJudge, fitOf, syntaxOf } from "./fit.ts";
import { listedBrokers } from "./listed-brokers.ts";
import type { ChannelLink, ChannelParty, SharedChannel } from "./match-channels.ts";
import { linkBetween, matchChannels } from "./match-channels.ts";

/** A document that could not be built, of an API of which something is shown. */
export interface BrokenDocument {
  readonly document: string;
  /** The version if it is an earlier one; empty for the current version, or if it is unknown. */
  readonly version: string;
  /** Whether its last good part, or an earlier version, is shown in its place. */
  readonly isShown: boolean;
}

/** One API of a portal. */
export interface PortalApi {
  /** The current version. Absent if it could not be built. */
  readonly index?: ApiIndex | undefined;
  readonly name: string;
  readonly title: string;
  /** The main document, under its name in the portal. */
  readonly document: string;
  readonly status: "built" | "failed" | "stale";
  /** Whether two documents have its name, so that none of them is shown. */
  readonly sharesName?: boolean | undefined;
  /** The owner, also of an API that could not be built; `null` if none is known. */
  readonly owner: string | null;
  readonly group: string;
  readonly broken?: readonly BrokenDocument[];
  /** All versions, the current one first. */
  readonly versions: readonly { readonly version: string; readonly path: string }[];
}

export interface PortalOptions {
  readonly title: string;
  readonly brokers: Readonly<Record<string, readonly string[]>>;
  readonly schemaText: SchemaTexts;
  /** Verdicts of an earlier portal. */
  readonly fits?: SchemaFits | undefined;
}

/** The codes of problems between documents. */
export type PortalCode =
  | "portal/clash"
  | "portal/contradiction"
  | "portal/message-id"
  | "portal/not-built"
  | "portal/not-received"
  | "portal/one-sided"
  | "portal/stale";

/** A problem between several documents. */
export interface PortalProblem {
  readonly code: PortalCode;
  /** The values for the blanks in the code's message. */
  readonly blanks: Readonly<Record<string, string>>;
  readonly place: IndexPlace;
  readonly related: readonly { readonly message: string; readonly place: IndexPlace }[];
}

/** Whether one API can take a message of another on one channel. */
export interface FitRow extends MessageFit {
  readonly sender: string;
  readonly receiver: string;
  readonly channel: SharedChannel;
  /** The id of the message at the sender. */
  readonly message: string;
}

/** Everything that a portal says about several APIs together. */
export interface Portal {
  readonly title: string;
  readonly apis: readonly PortalApi[];
  readonly channels: readonly SharedChannel[];
  /** The broker under which each channel is listed; see {@link listedBrokers}. */
  readonly brokers: ReadonlyMap<SharedChannel, string | null>;
  /** The path of each channel's page, relative to the portal. */
  readonly pages: ReadonlyMap<SharedChannel, string>;
  readonly links: readonly ChannelLink[];
  readonly fit: readonly FitRow[];
  /** The verdicts on pairs of schemas, for the next portal. */
  readonly fits: SchemaFits;
  readonly problems: readonly PortalProblem[];
  readonly schemaText: SchemaTexts;
}

/** The folder of an API's site in the portal, ending in `/`. */
export function pathOfApi(name: string): string {
  return `apis/${name}/`;
}

function messagesOf({ api, operation }: ChannelParty): readonly ReceivedMessage[] {
  return operation.messages.flatMap((at) => {
    const message = api.messages[at];
    return message ? [{ message, isListed: operation.listsMessages }] : [];
  });
}

const UNSURE = "No server says whether this is the same broker.";

interface FitContext {
  readonly judge: FitJudge;
  /** The rows made so far by sender, receiver, message and channel, so that each is made once. */
  readonly rows: Map<string, FitRow>;
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
  { judge, rows }: FitContext,
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
        const isSure = [party, ...met].every(({ members }) => members.some(({ broker }) => broker !== undefined));
        for (const { message } of messagesOf(party)) {
          const key = [sender.name, receiver.name, channel.broker, channel.environment, channel.space, channel.address, message.id].join(
            "\n",
          );
          if (rows.has(key)) continue;
          const { file, pointer } = first.operation.place;
          const fit = fitOf(message, received, { judge, receiver: { file, pointer } });
          const why = isSure ? fit.why : [fit.why, UNSURE].filter((each) => each !== "").join(" ");
          rows.set(key, { ...fit, why, sender: sender.name, receiver: receiver.name, channel, message: message.id });
        }
      }
    }
  }
}

/** Whether the channels of two APIs are linked by a wildcard or an enum. */
function areLinked(a: ChannelParty, b: ChannelParty): boolean {
  return a.members.some((own) => b.members.some((other) => (linkBetween(own, other) ?? linkBetween(other, own)) !== undefined));
}

function judgeAll(channels: readonly SharedChannel[], links: readonly ChannelLink[], judge: FitJudge): FitRow[] {
  const context: FitContext = { judge, rows: new Map() };
  for (const channel of channels) {
    if (channel.address === null) continue;
    judgeParties({ senders: channel.senders, receivers: channel.receivers, channel, meets: () => true }, context);
  }
  for (const { from, to } of links) {
    judgeParties({ senders: from.senders, receivers: to.receivers, channel: from, meets: areLinked }, context);
    judgeParties({ senders: to.senders, receivers: from.receivers, channel: to, meets: areLinked }, context);
  }
  return [...context.rows.values()];
}

function channelPages(channels: readonly SharedChannel[]): ReadonlyMap<SharedChannel, string> {
  const keyOf = (channel: SharedChannel): string =>
    JSON.stringify([
      channel.broker,
      channel.address,
      channel.environment,
      ...(channel.space === null ? [] : [channel.space]),
      // Channels without an address are told apart by their API and id.
      ...(channel.address === null ? [channel.members[0]?.api.name, channel.members[0]?.channel.id] : []),
    ]);
  const labels = new Map(channels.map((channel) => [keyOf(channel), channel.address ?? channel.members[0]?.channel.id ?? ""]));
  const names = hashedNames([...labels.keys()], (key) => labels.get(key) ?? "");
  return new Map(channels.map((channel) => [channel, `channels/${names.get(keyOf(channel)) ?? "x"}.html`]));
}

const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);

function describeChannel({ address, broker }: SharedChannel): string {
  return broker === null ? quoted(address ?? "") : `${quoted(address ?? "")} on ${broker}`;
}

function findMessage(channel: SharedChannel, { sender, message }: FitRow): { readonly place: IndexPlace } | undefined {
  for (const { api, operation } of channel.senders) {
    if (api.name !== sender) continue;
    for (const at of operation.messages) if (api.messages[at]?.id === message) return api.messages[at];
  }
  return undefined;
}

function receiverOf(channels: readonly SharedChannel[], { receiver, because }: FitRow): IndexPlace | undefined {
  for (const { receivers } of channels) {
    for (const { api, operation } of receivers) {
      if (api.name !== receiver) continue;
      const places = [operation.place, ...operation.messages.flatMap((at) => api.messages[at]?.place ?? [])];
      const found = places.filter(({ file }) => file === because.receiver.file);
      const nearest = found
        .filter(({ pointer }) => because.receiver.pointer.startsWith(pointer))
        .sort((a, b) => b.pointer.length - a.pointer.length);
      if (nearest[0]) return nearest[0];
    }
  }
  return undefined;
}

function fitProblems(fit: readonly FitRow[], links: readonly ChannelLink[]): PortalProblem[] {
  const linked = new Map<SharedChannel, SharedChannel[]>();
  for (const { from, to } of links) {
    linked.set(from, [...(linked.get(from) ?? []), to]);
    linked.set(to, [...(linked.get(to) ?? []), from]);
  }
  return fit.flatMap((row): PortalProblem[] => {
    if (row.verdict !== "clash" && row.verdict !== "not-received") return [];
    const { channel, sender, receiver, message, why } = row;
    const sent = findMessage(channel, row)?.place;
    const channels = [channel, ...(linked.get(channel) ?? [])];
    const fallback = channels.flatMap(({ receivers }) => receivers).find(({ api }) => api.name === receiver)?.operation.place;
    const place = receiverOf(channels, row) ?? fallback ?? sent;
    if (!place) return [];
    const related = sent ? [{ message: `${sender} sends it here`, place: sent }] : [];
    const blanks = { sender, receiver, message: quoted(message), channel: describeChannel(channel), reason: why };
    return [{ code: row.verdict === "clash" ? "portal/clash" : "portal/not-received", blanks, place, related }];
  });
}

/** The problems of binding fields for which two documents state different values on the same channel. */
function bindingProblems(channel: SharedChannel): PortalProblem[] {
  const first = new Map<string, { readonly value: string; readonly api: string; readonly place: IndexPlace }>();
  const problems: PortalProblem[] = [];
  for (const { api, channel: own } of channel.members) {
    for (const { protocol, field, value } of own.bindings) {
      const key = `${protocol} ${field}`;
      const other = first.get(key);
      if (!other) first.set(key, { value, api: api.name, place: own.place });
      else if (other.value !== value && other.api !== api.name) {
        const what = `the ${protocol} binding says ${field} ${value} in ${api.name} and ${other.value} in ${other.api}`;
        problems.push(contradiction(channel, what, { own: own.place, other: other.place, api: other.api }));
      }
    }
  }
  return problems;
}

function contradiction(
  channel: SharedChannel,
  what: string,
  { own, other, api }: { readonly own: IndexPlace; readonly other: IndexPlace; readonly api: string },
): PortalProblem {
  const related = [{ message: `${api} says otherwise here`, place: other }];
  return { code: "portal/contradiction", blanks: { channel: describeChannel(channel), what }, place: own, related };
}

/** The problems of parameters at one position whose enums have no common value. */
function parameterProblems(channel: SharedChannel): PortalProblem[] {
  const first = new Map<number, { readonly values: readonly string[]; readonly api: string; readonly place: IndexPlace }>();
  const problems: PortalProblem[] = [];
  for (const { api, channel: own, address } of channel.members) {
    for (const [at, name] of namesInBraces(address ?? "").entries()) {
      const values = own.parameters.find((each) => each.name === name)?.enum;
      if (!values) continue;
      const other = first.get(at);
      if (!other) first.set(at, { values, api: api.name, place: own.place });
      else if (other.api !== api.name && !values.some((value) => other.values.includes(value))) {
        const what = `no value of parameter ${name} in ${api.name} is one that ${other.api} allows`;
        problems.push(contradiction(channel, what, { own: own.place, other: other.place, api: other.api }));
      }
    }
  }
  return problems;
}

/** Media types of one message that its senders, or its receivers, state, and that no program reads as one. */
function contentTypeProblems(channel: SharedChannel): PortalProblem[] {
  const first = new Map<string, { readonly contentType: string; readonly api: string; readonly place: IndexPlace }>();
  const problems: PortalProblem[] = [];
  for (const { api, operation } of [...channel.senders, ...channel.receivers]) {
    for (const { contentType, names, place } of operation.messages.flatMap((at) => api.messages[at] ?? [])) {
      const [name] = names;
      if (contentType === null || name === undefined) continue;
      const key = `${operation.direction} ${name}`;
      const other = first.get(key);
      if (!other) first.set(key, { contentType, api: api.name, place });
      else if (other.api !== api.name && syntaxOf(contentType) !== syntaxOf(other.contentType)) {
        const what = `the message ${quoted(name)} is ${quoted(contentType)} in ${api.name} and ${quoted(other.contentType)} in ${other.api}`;
        problems.push(contradiction(channel, what, { own: place, other: other.place, api: other.api }));
      }
    }
  }
  return problems;
}

/** Several of these share a port. */
const WEB: ReadonlySet<string> = new Set(["http", "https", "ws", "sse"]);

/** One address at one port that APIs reach by protocols of which a port speaks only one. */
function protocolProblems(channels: readonly SharedChannel[]): PortalProblem[] {
  const first = new Map<string, { readonly family: string; readonly api: string; readonly place: IndexPlace }>();
  const problems: PortalProblem[] = [];
  for (const channel of channels) {
    if (channel.address === null) continue;
    const told = new Set<string>();
    for (const { api, channel: own, broker } of channel.members) {
      for (const endpoint of broker?.endpoints ?? []) {
        const [, family = "", at = ""] = /^(.*?):\/\/(.*:\d+)(?:\/|$)/.exec(endpoint) ?? [];
        const key = `${at}\n${addressForm(channel.address)}`;
        if (at === "" || WEB.has(family) || told.has(key)) continue;
        const other = first.get(key);
        if (!other) first.set(key, { family, api: api.name, place: own.place });
        else if (other.api !== api.name && other.family !== family) {
          told.add(key);
          const what = `${at} speaks ${family} in ${api.name} and ${other.family} in ${other.api}`;
          problems.push(contradiction(channel, what, { own: own.place, other: other.place, api: other.api }));
        }
      }
    }
  }
  return problems;
}

function messageIdProblems(apis: readonly ApiIndex[], fit: readonly FitRow[]): PortalProblem[] {
  const clashes = new Set(
    fit.flatMap(({ verdict, sender, receiver }) => (verdict === "clash" ? [`${sender} ${receiver}`, `${receiver} ${sender}`] : [])),
  );
  const first = new Map<string, { readonly hash: string | undefined; readonly api: string; readonly place: IndexPlace }>();
  const problems: PortalProblem[] = [];
  for (const { name, messages } of apis) {
    for (const { messageId, payload, place } of messages) {
      if (messageId === null) continue;
      const other = first.get(messageId);
      if (!other) first.set(messageId, { hash: payload?.hash, api: name, place });
      else if (other.api !== name && other.hash !== payload?.hash && !clashes.has(`${name} ${other.api}`)) {
        const related = [{ message: `${other.api} describes it here`, place: other.place }];
        problems.push({ code: "portal/message-id", blanks: { id: quoted(messageId), api: name, other: other.api }, place, related });
      }
    }
  }
  return problems;
}

function partyProblems(
  channels: readonly SharedChannel[],
  { links, failed }: { links: readonly ChannelLink[]; failed: number },
): PortalProblem[] {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const note = failed === 0 ? "" : failed === 1 ? "; 1 API could not be built" : `; ${failed} APIs could not be built`;
  return channels.flatMap((channel): PortalProblem[] => {
    const { senders, receivers, members, address } = channel;
    // An API that only describes the channel neither sends nor receives on it.
    const place = (members.find(({ operations }) => operations.length > 0) ?? members[0])?.channel.place;
    if (!place || address === null || linked.has(channel) || senders.length > 0 === receivers.length > 0) return [];
    const what = senders.length > 0 ? "receives from" : "sends to";
    return [{ code: "portal/one-sided", blanks: { what, channel: describeChannel(channel), note }, place, related: [] }];
  });
}

const START = { line: 1, column: 1 };

function statusProblem(code: PortalCode, api: string, file: string): PortalProblem {
  return { code, blanks: { api }, place: { file, pointer: "", start: START, end: START }, related: [] };
}

function statusProblems(apis: readonly PortalApi[]): PortalProblem[] {
  return apis.flatMap(({ status, name, document, sharesName, broken = [] }): PortalProblem[] => {
    // That two documents have one name is told with both of them.
    if (sharesName === true) return [];
    if (status === "failed") return [statusProblem("portal/not-built", name, document)];
    return broken.map((each) => {
      const api = each.version === "" ? name : `${name} version ${quoted(each.version)}`;
      return statusProblem(each.isShown ? "portal/stale" : "portal/not-built", api, each.document);
    });
  });
}

/** Compares the current versions of all APIs. */
export function createPortal(apis: readonly PortalApi[], { title, brokers, schemaText, fits }: PortalOptions): Portal {
  const sorted = [...apis].sort((a, b) => compareTexts(a.name, b.name));
  const indexes = sorted.flatMap(({ index, status }) => (index && status !== "failed" ? [index] : []));
  const { channels, links } = matchChannels(indexes, brokerNames(brokers));
  const order = new Map(channels.map((channel, at) => [channel, at]));
  const judge = new FitJudge(schemaText, fits);
  const fit = judgeAll(channels, links, judge).sort(
    (a, b) =>
      (order.get(a.channel) ?? 0) - (order.get(b.channel) ?? 0) ||
      compareTexts(a.sender, b.sender) ||
      compareTexts(a.receiver, b.receiver) ||
      compareTexts(a.message, b.message),
  );
  const failed = sorted.filter(({ status }) => status === "failed").length;
  const problems = [
    ...statusProblems(sorted),
    ...fitProblems(fit, links),
    ...channels.flatMap((channel) => [...parameterProblems(channel), ...bindingProblems(channel), ...contentTypeProblems(channel)]),
    ...protocolProblems(channels),
    ...messageIdProblems(indexes, fit),
    ...partyProblems(channels, { links, failed }),
  ];
  const [listed, pages] = [listedBrokers(channels), channelPages(channels)];
  return { title, apis: sorted, channels, brokers: listed, pages, links, fit, fits: judge.fits, problems, schemaText };
}
