import { fileNames, numberedPages, relativeUrl } from "#model";
import type { Block, Item, Line, Page } from "#pages";
import { fact, framedBlocks, htmlOnly, joinLines, listOf, onlyFields, said, section, sentence } from "#pages";
import type { Words } from "#text";
import { compareTexts, groupBy, MOST_ON_PAGE } from "#text";
import type { ApiIndex, ChannelParty, FitRow, MessageIndex, SharedChannel } from "../match/index.ts";
import { comparisonBlock, comparisonView, nameOfMessage, partyItem, partyRow, partyTable } from "./message-comparison.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import {
  apiLink,
  brokerText,
  channelLink,
  channelPiece,
  channelTitle,
  firstOf,
  pageInApi,
  partiesLine,
  verdictView,
  furtherLinks,
} from "./portal-context.ts";
import { worstOf } from "./portal-facts.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame, portalPage } from "./portal-frame.ts";

/** The most APIs that a row names. */
const PARTIES = 6;

/** An API that sends or receives a message on a channel, with the message as it describes it. */
interface MessageUse {
  readonly api: ApiIndex;
  readonly message: MessageIndex;
  readonly direction: "send" | "receive";
}

/** All who send and receive a message of one name on one channel, whatever schemas they have. */
export interface ChannelMessage {
  readonly name: string;
  readonly channel: SharedChannel;
  readonly uses: readonly MessageUse[];
  /** Those who send by another name what receivers of this one take. */
  readonly senders: readonly MessageUse[];
  /** Whether receivers can take it. */
  readonly rows: readonly FitRow[];
}

const isSent = ({ direction }: MessageUse): boolean => direction === "send";

const messagesIn = ({ api, operation }: ChannelParty): MessageIndex[] => operation.messages.flatMap((at) => api.messages[at] ?? []);

/** The message of a receiver that takes what is sent: the one that decided the verdict, otherwise the first. */
function takingMessage(parties: readonly ChannelParty[], { receiver, because }: FitRow): MessageUse | undefined {
  const all = parties.flatMap((party) =>
    party.api.name === receiver ? messagesIn(party).map((message) => ({ api: party.api, message, direction: "receive" as const })) : [],
  );
  const { file, pointer } = because.receiver;
  return all.find(({ message: { place } }) => place.file === file && `${pointer}/`.startsWith(`${place.pointer}/`)) ?? all[0];
}

/** The messages on one channel by name. Receivers count for what they take, by whatever name, and on whatever channel meets this one. */
function messagesOn({ facts }: PortalContext, channel: SharedChannel): ChannelMessage[] {
  const uses = [...channel.senders, ...channel.receivers].flatMap((party) =>
    messagesIn(party).map((message): MessageUse => ({ api: party.api, message, direction: party.operation.direction })),
  );
  const sentNames = new Map(
    uses.flatMap(({ api, message, direction }) => (direction === "send" ? [[`${api.name} ${message.id}`, nameOfMessage(message)]] : [])),
  );
  const flowing = facts.flowsOf(channel).flatMap(({ rows }) => rows);
  const met = [...flowing, ...facts.linkedTo(channel).flatMap(({ other }) => facts.flowsOf(other).flatMap(({ rows }) => rows))];
  const sendersTo = (own: readonly MessageUse[]): MessageUse[] =>
    met.flatMap((row) => {
      const taken = row.verdict === "not-received" ? undefined : takingMessage(channel.receivers, row);
      const api = facts.apis.get(row.sender)?.index;
      const message = api?.messages.find(({ id }) => id === row.message);
      return api && message && own.some((use) => use.message === taken?.message) ? [{ api, message, direction: "send" as const }] : [];
    });
  const rowsOf = groupBy(flowing, ({ sender, message }) => sentNames.get(`${sender} ${message}`) ?? "");
  const receivers = [...channel.receivers, ...facts.linkedTo(channel).flatMap(({ other }) => other.receivers)];
  return [...groupBy(uses, ({ message }) => nameOfMessage(message))].map(([name, own]) => {
    const rows = (rowsOf.get(name) ?? []).filter(({ verdict }) => verdict !== "not-received");
    const known = new Set(own.flatMap(({ api, direction }) => (direction === "receive" ? [api.name] : [])));
    const taking = rows.flatMap((row) => {
      if (known.has(row.receiver)) return [];
      known.add(row.receiver);
      return takingMessage(receivers, row) ?? [];
    });
    const all = [...own, ...taking].map((use) => [`${use.api.name} ${use.direction} ${use.message.id}`, use] as const);
    return { name, channel, uses: [...new Map(all).values()], senders: own.some(isSent) ? [] : sendersTo(own), rows };
  });
}

/** A message name, on each of its channels. */
interface NamedMessage {
  readonly name: string;
  readonly on: readonly ChannelMessage[];
}

export interface Messages {
  readonly all: readonly NamedMessage[];
  /** The pages of messages that several APIs use on a channel. */
  readonly paths: ReadonlyMap<ChannelMessage, string>;
}

export function messagesOf(context: PortalContext): Messages {
  const { portal } = context;
  const byName = groupBy(
    portal.channels.flatMap((channel) => messagesOn(context, channel)),
    ({ name }) => name,
  );
  const all = [...byName].map(([name, on]) => ({ name, on })).sort((a, b) => compareTexts(a.name, b.name));
  const shared = all.flatMap(({ on }) => on).filter(({ uses }) => new Set(uses.map(({ api }) => api)).size > 1);
  // The channel is only in the name of a page where messages of one name have several.
  const keyOf = ({ name, channel }: ChannelMessage): string => `${name}\n${portal.pages.get(channel) ?? ""}`;
  const labels = new Map(shared.map((message) => [keyOf(message), message.name]));
  const names = fileNames([...labels.keys()], (key) => labels.get(key) ?? "");
  return { all, paths: new Map(shared.map((message) => [message, `messages/${names.get(keyOf(message)) ?? "x"}.html`])) };
}

function summaryOf(uses: readonly MessageUse[]): string {
  return uses.find(({ message: { summary } }) => summary !== "")?.message.summary ?? "";
}

function parties(context: PortalPage, uses: readonly MessageUse[]) {
  const names = [...new Set(uses.map(({ api }) => api.name))].sort(compareTexts);
  return firstOf(names, PARTIES, (name) => apiLink(context, name));
}

function messageRow(context: PortalPage, { name, on }: NamedMessage, { paths }: Messages) {
  const { path, words } = context;
  const uses = on.flatMap((each) => [...each.uses, ...each.senders]);
  const [first] = uses;
  const own = on.map((each) => paths.get(each)).find((each) => each !== undefined);
  const [one, two] = on.map(({ channel }) => channel.address);
  const side = (which: MessageUse["direction"]) => ({
    ...parties(
      context,
      uses.filter(({ direction }) => direction === which),
    ),
    none: words("portal.nobody"),
  });
  return {
    text: name,
    href: own === undefined ? (first ? pageInApi(path, first.api, first.message.page) : "") : relativeUrl(path, own),
    summary: summaryOf(uses).slice(0, 200).toWellFormed(),
    senders: side("send"),
    receivers: side("receive"),
    channels: firstOf(on, 2, (message) => {
      const page = on.length > 1 ? paths.get(message) : undefined;
      const { channel } = message;
      return {
        ...channelLink(context, channel),
        ...(page === undefined ? {} : { href: relativeUrl(path, page) }),
        // Two of one address are told apart by their brokers.
        broker: one === two ? brokerText(channel.broker ?? "") : "",
      };
    }),
    variants: on.some((each) => hasVariants(each)),
  };
}

/** Whether APIs describe a message by different schemas. */
function hasVariants({ uses }: ChannelMessage): boolean {
  return new Set(uses.map(({ message: { payload, headers } }) => `${payload?.hash ?? ""} ${headers?.hash ?? ""}`)).size > 1;
}

function messagesView(context: PortalPage, messages: Messages, { rows, pages }: ListPart<NamedMessage>) {
  const { words } = context;
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.messages"),
      section: "messages",
      summary: words("portal.messages-lead"),
      pages,
    }),
    lead: words("portal.messages-lead"),
    count: messages.all.length,
    rows: rows.map((message) => messageRow(context, message, messages)),
  };
}

function useRow(context: PortalPage, { api, message, direction }: MessageUse, rows: readonly FitRow[]) {
  const fit = verdictView(context, worstOf(rows.filter(({ receiver }) => receiver === api.name)));
  return partyRow(context, { api, direction, place: message.place, messages: [message], fit });
}

function messageView(context: PortalPage, message: ChannelMessage, { all, paths }: Messages) {
  const { path, words } = context;
  const { name, channel, uses, rows } = message;
  const summary = summaryOf(uses).slice(0, 400).toWellFormed();
  const contentType = uses.find((use) => use.message.contentType)?.message.contentType;
  const others = (all.find((each) => each.name === name)?.on ?? []).filter((each) => each !== message);
  return {
    ...portalFrame(context, {
      kind: "message",
      title: name,
      section: "messages",
      crumbs: [{ text: words("portal.messages"), href: relativeUrl(path, "messages.html") }],
    }),
    summary,
    ...(contentType ? { contentType } : {}),
    on: { ...channelLink(context, channel), broker: brokerText(channel.broker ?? "") },
    who: partyTable(uses.map((use) => useRow(context, use, rows))),
    comparisons: [
      comparisonView(context, {
        name,
        messages: uses,
        clashes: rows.filter(({ verdict }) => verdict === "clash"),
        readers: uses.filter(({ direction }) => direction === "receive"),
      }) ?? [],
    ].flat(),
    moreAlsoOn: furtherLinks(context, others.length - MOST_ON_PAGE, "messages.html"),
    alsoOn: others.slice(0, MOST_ON_PAGE).map((other) => {
      const page = paths.get(other);
      return {
        ...channelLink(context, other.channel),
        ...(page === undefined ? {} : { href: relativeUrl(path, page) }),
        broker: channelTitle(other.channel) === channelTitle(channel) ? brokerText(other.channel.broker ?? "") : "",
        users: parties(context, other.uses),
      };
    }),
  };
}

/** A channel in a line, with its broker where that tells it from another. */
function onLine({ broker, ...channel }: Parameters<typeof channelPiece>[0] & { readonly broker: string }): Line {
  return joinLines([channelPiece(channel), broker === "" ? "" : { code: broker }], " ");
}

function messageItem({ text, href, summary, senders, receivers, channels, variants }: ReturnType<typeof messageRow>, words: Words): Item {
  const on = joinLines(channels.items.map(onLine), ", ");
  const facts = [
    variants ? words("portal.differs") : "",
    summary,
    [`${words("portal.sent-by")}: `, partiesLine(senders, words)],
    [`${words("portal.received-by")}: `, partiesLine(receivers, words)],
    [`${words("portal.channels")}: `, joinLines([on, channels.more > 0 ? words("site.more", { count: channels.more }) : ""], " … ")],
  ];
  return { line: joinLines([{ text, href }, joinLines(facts, " — ")], ": ") };
}

function messagesBlocks({ lead, rows, ...rest }: ReturnType<typeof messagesView>, words: Words): Block[] {
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { count: "the items say it" });
  return framedBlocks(rest, words, { lead: sentence(lead), parts: listOf(rows.map((row) => messageItem(row, words))) });
}

function messageBlocks(view: ReturnType<typeof messageView>, words: Words): Block[] {
  const { summary, contentType, on, who, comparisons, alsoOn, moreAlsoOn, ...frame } = view;
  const elsewhere = alsoOn.map(({ users, ...channel }) => ({ line: [onLine(channel), ": ", partiesLine(users, words)] }));
  const facts = [...fact(words("site.channel"), onLine(on)), ...fact(words("site.content-type"), said(contentType ?? ""))];
  const parts = [
    ...section(words("portal.who"), listOf(who.rows.map((row) => partyItem(row, words)))),
    ...section(
      words("portal.described-by-each"),
      comparisons.map((each) => comparisonBlock(each, words)),
    ),
    ...section(words("portal.other-channels"), [...listOf(elsewhere), ...moreAlsoOn.map((line) => ({ line }))]),
  ];
  onlyFields<keyof PortalFrameView>()(frame);
  return framedBlocks(frame, words, { facts, lead: sentence(summary), parts });
}

/** The list of all messages, and a page for each message that several APIs use. */
export function* messagePages(context: PortalContext): Generator<Page> {
  const messages = messagesOf(context);
  const { all: rows, paths } = messages;
  yield* listPages(
    context,
    { pages: numberedPages("messages", rows.length, context.settings.limits.listRows), rows },
    {
      title: context.words("portal.messages"),
      template: "messages",
      view: (page, part: ListPart<NamedMessage>) => messagesView(page, messages, part),
      blocks: messagesBlocks,
    },
  );
  for (const [message, path] of paths) {
    yield portalPage(context, {
      path,
      kind: "message",
      id: message.name,
      title: message.name,
      template: "message",
      view: (page) => messageView(page, message, messages),
      blocks: messageBlocks,
    });
  }
}
