import { namesInBraces, withoutNames } from "#format";
import type { ApiIndex, IndexPlace, MessageIndex } from "./api-index.ts";
import { syntaxOf } from "./fit.ts";
import type { FitRow } from "./judge-channels.ts";
import type { ChannelLink, SharedChannel } from "./match-channels.ts";
import { oneSided } from "./match-channels.ts";

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

/** What an API says of something of which others may say something else. */
interface Statement<Value> {
  /** What it is about. */
  readonly key: string | number;
  readonly value: Value;
  readonly api: string;
  readonly place: IndexPlace;
}

type Pair<Value> = readonly [own: Statement<Value>, other: Statement<Value>];

/** Each statement that another API contradicts by the first statement about the same. */
function contradicted<Value>(statements: readonly Statement<Value>[], differ: (...pair: Pair<Value>) => boolean): readonly Pair<Value>[] {
  const first = new Map<Statement<Value>["key"], Statement<Value>>();
  return statements.flatMap((own): readonly Pair<Value>[] => {
    const other = first.get(own.key);
    if (!other) first.set(own.key, own);
    return other && other.api !== own.api && differ(own, other) ? [[own, other]] : [];
  });
}

/** The problems of binding fields for which two documents state different values on the same channel. */
function bindingProblems(channel: SharedChannel): PortalProblem[] {
  const stated = channel.members.flatMap(({ api, channel: { bindings, place } }) =>
    bindings.map(({ protocol, field, value }) => ({ key: `${protocol} binding says ${field}`, value, api: api.name, place })),
  );
  return contradicted(stated, (own, other) => own.value !== other.value).map(([own, other]) =>
    contradiction(channel, `the ${own.key} ${own.value} in ${own.api} and ${other.value} in ${other.api}`, [own, other]),
  );
}

function contradiction(
  channel: SharedChannel,
  what: string,
  [own, other]: readonly [own: Pick<Statement<unknown>, "place">, other: Pick<Statement<unknown>, "place" | "api">],
): PortalProblem {
  const related = [{ message: `${other.api} says otherwise here`, place: other.place }];
  return { code: "portal/contradiction", blanks: { channel: describeChannel(channel), what }, place: own.place, related };
}

/** The problems of parameters at one position whose enums have no common value. */
function parameterProblems(channel: SharedChannel): PortalProblem[] {
  const stated = channel.members.flatMap(({ api, channel: { parameters, place }, address }) =>
    namesInBraces(address ?? "").flatMap((name, key) => {
      const values = parameters.find((each) => each.name === name)?.enum;
      return values ? [{ key, value: { name, values }, api: api.name, place }] : [];
    }),
  );
  return contradicted(stated, (own, other) => !own.value.values.some((value) => other.value.values.includes(value))).map(([own, other]) =>
    contradiction(channel, `no value of parameter ${own.value.name} in ${own.api} is one that ${other.api} allows`, [own, other]),
  );
}

/** Media types of one message that its senders, or its receivers, state, and that no program reads as one. */
function contentTypeProblems(channel: SharedChannel): PortalProblem[] {
  const stated = [...channel.senders, ...channel.receivers].flatMap(({ api, operation: { direction, messages } }) =>
    messages.flatMap((at) => {
      const { contentType = null, names: [name] = [], place } = api.messages[at] ?? {};
      if (contentType === null || name === undefined || !place) return [];
      return [{ key: `${direction} ${name}`, value: { name, contentType }, api: api.name, place }];
    }),
  );
  return contradicted(stated, (own, other) => syntaxOf(own.value.contentType) !== syntaxOf(other.value.contentType)).map(([own, other]) => {
    const { name, contentType } = own.value;
    const what = `the message ${quoted(name)} is ${quoted(contentType)} in ${own.api} and ${quoted(other.value.contentType)} in ${other.api}`;
    return contradiction(channel, what, [own, other]);
  });
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
        const key = `${at}\n${withoutNames(channel.address)}`;
        if (at === "" || WEB.has(family) || told.has(key)) continue;
        const other = first.get(key);
        if (!other) first.set(key, { family, api: api.name, place: own.place });
        else if (other.api !== api.name && other.family !== family) {
          told.add(key);
          const what = `${at} speaks ${family} in ${api.name} and ${other.family} in ${other.api}`;
          problems.push(contradiction(channel, what, [own, other]));
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
  const stated = apis.flatMap(({ name, messages }) =>
    messages.flatMap(({ messageId, payload, place }) =>
      messageId === null ? [] : [{ key: messageId, value: payload?.hash, api: name, place }],
    ),
  );
  const differ = (own: Statement<unknown>, other: Statement<unknown>): boolean =>
    own.value !== other.value && !clashes.has(`${own.api} ${other.api}`);
  return contradicted(stated, differ).map(([{ key, api, place }, other]): PortalProblem => {
    const related = [{ message: `${other.api} describes it here`, place: other.place }];
    return { code: "portal/message-id", blanks: { id: quoted(String(key)), api, other: other.api }, place, related };
  });
}

function partyProblems(
  channels: readonly SharedChannel[],
  { links, perhaps, failed }: Pick<ComparedApis, "links" | "perhaps" | "failed">,
): PortalProblem[] {
  const note = failed === 0 ? "" : failed === 1 ? "; 1 API could not be built" : `; ${failed} APIs could not be built`;
  return oneSided(channels, links).flatMap((channel): PortalProblem[] => {
    const { senders, members } = channel;
    // An API that only describes the channel neither sends nor receives on it.
    const place = (members.find(({ operations }) => operations.length > 0) ?? members[0])?.channel.place;
    if (!place) return [];
    const what = senders.length > 0 ? "receives from" : "sends to";
    const open = perhaps.get(channel);
    const meant = open ? `; perhaps ${quoted(open.address ?? "")} is meant, whose parameters have no enum` : "";
    return [{ code: "portal/one-sided", blanks: { what, channel: describeChannel(channel), note: note + meant }, place, related: [] }];
  });
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
