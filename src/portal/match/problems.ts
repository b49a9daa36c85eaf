import { namesInBraces } from "#format";
import { addressForm } from "./addresses.ts";
import type { ApiIndex, IndexPlace, MessageIndex } from "./api-index.ts";
import { syntaxOf } from "./fit.ts";
import type { FitRow } from "./judge-channels.ts";
import type { ChannelLink, SharedChannel } from "./match-channels.ts";

/** The codes of problems between documents. */
export type PortalCode =
  | "portal/clash"
  | "portal/contradiction"
  | "portal/message-id"
  | "portal/not-built"
  | "portal/not-received"
  | "portal/one-sided"
  | "portal/same-name"
  | "portal/stale"
  | "portal/taken-name";

/** A problem between several documents. */
export interface PortalProblem {
  readonly code: PortalCode;
  /** The values for the blanks in the code's message. */
  readonly blanks: Readonly<Record<string, string>>;
  readonly place: IndexPlace;
  readonly related: readonly { readonly message: string; readonly place: IndexPlace }[];
  /** The next step, if it is not that of the code. */
  readonly hint?: string | undefined;
  /** What the problem tells of, if it is a verdict on a message. */
  readonly row?: FitRow;
}

const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);

function describeChannel({ address, broker }: Pick<SharedChannel, "address" | "broker">): string {
  return broker === null ? quoted(address ?? "") : `${quoted(address ?? "")} on ${broker}`;
}

/** A message as its author calls it. */
function describeMessage(message: MessageIndex | undefined): string {
  const called = message?.called ?? null;
  return called === null ? "the message" : `the message ${quoted(called)}`;
}

function findMessage(channel: SharedChannel, { sender, message }: FitRow): MessageIndex | undefined {
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
    const { channel, sender, receiver, broker, why, also = [] } = row;
    const message = findMessage(channel, row);
    const sent = message?.place;
    const channels = [channel, ...(linked.get(channel) ?? [])];
    const fallback = channels.flatMap(({ receivers }) => receivers).find(({ api }) => api.name === receiver)?.operation.place;
    const place = receiverOf(channels, row) ?? fallback ?? sent;
    if (!place) return [];
    const related = sent ? [{ message: `${sender} sends it here`, place: sent }] : [];
    const where = describeChannel({ ...channel, broker });
    const blanks = { sender, receiver, message: describeMessage(message), channel: where, reason: [why, ...also].join(" ") };
    return [{ code: row.verdict === "clash" ? "portal/clash" : "portal/not-received", blanks, place, related, row }];
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
  { links, perhaps, failed }: Pick<ComparedApis, "links" | "perhaps" | "failed">,
): PortalProblem[] {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const note = failed === 0 ? "" : failed === 1 ? "; 1 API could not be built" : `; ${failed} APIs could not be built`;
  return channels.flatMap((channel): PortalProblem[] => {
    const { senders, receivers, members, address } = channel;
    // An API that only describes the channel neither sends nor receives on it.
    const place = (members.find(({ operations }) => operations.length > 0) ?? members[0])?.channel.place;
    if (!place || address === null || linked.has(channel) || senders.length > 0 === receivers.length > 0) return [];
    const what = senders.length > 0 ? "receives from" : "sends to";
    const notes = `${note}${perhapsNote(perhaps.get(channel))}`;
    return [{ code: "portal/one-sided", blanks: { what, channel: describeChannel(channel), note: notes }, place, related: [] }];
  });
}

function perhapsNote(open: SharedChannel | undefined): string {
  return open ? `; perhaps ${quoted(open.address ?? "")} is meant, whose parameters have no enum` : "";
}

interface ComparedApis {
  readonly indexes: readonly ApiIndex[];
  readonly channels: readonly SharedChannel[];
  readonly links: readonly ChannelLink[];
  /** For channels of one side, those that are perhaps the same. */
  readonly perhaps: ReadonlyMap<SharedChannel, SharedChannel>;
  readonly fit: readonly FitRow[];
  /** The number of APIs that could not be built. */
  readonly failed: number;
}

/** Finds the problems between APIs that could be built. */
export function findProblems({ indexes, channels, links, perhaps, fit, failed }: ComparedApis): PortalProblem[] {
  return [
    ...fitProblems(fit, links),
    ...channels.flatMap((channel) => [...parameterProblems(channel), ...bindingProblems(channel), ...contentTypeProblems(channel)]),
    ...protocolProblems(channels),
    ...messageIdProblems(indexes, fit),
    ...partyProblems(channels, { links, perhaps, failed }),
  ];
}
