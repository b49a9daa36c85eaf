import { relativeUrl } from "#model";
import type { ApplicationPicture, Block, Box, Item, Page } from "#pages";
import { fact, framedBlocks, htmlOnly, joinLines, linksLine, listOf, protocolName, section, sentence, shorten } from "#pages";
import type { Words } from "#text";
import { groupBy, listSome, MOST_ON_PAGE } from "#text";
import type { ChannelParty, SharedChannel } from "../match/index.ts";
import { byBroker, messagesOn, metParties, partyNames } from "./channel-list-pages.ts";
import { clashBlock, clashCard, fitReason, pairItem } from "./clash-view.ts";
import { comparisonBlock, comparisonView, messagesByName, partyItem, partyRow, partyTable } from "./message-comparison.ts";
import type { ChannelMessage, Messages } from "./message-pages.ts";
import { messagesOf } from "./message-pages.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import {
  BOXES,
  apiLink,
  brokerText,
  channelLink,
  channelPiece,
  channelTitle,
  fitSummary,
  pageInApi,
  pictureView,
  sideBoxes,
  verdictLine,
  verdictView,
  furtherLinks,
  firstOf,
} from "./portal-context.ts";
import type { Flow } from "./portal-facts.ts";
import { worstOf } from "./portal-facts.ts";
import type { PortalFrameView } from "./portal-frame.ts";
import { portalFrame, portalPage } from "./portal-frame.ts";

/** Wide enough for most addresses and names of messages. */
const CHANNEL_WIDTH = 228;
/** The most rows in the table of senders and receivers. */
const PARTIES = 400;
/** The most example messages that prove a clash. */
const PROOFS = 20;
/** The most messages compared field by field. */
const COMPARISONS = 12;
/** The most owners in the head, and channels that a channel is perhaps. */
const OWNERS = 5;
const PERHAPS = 5;
/** The most other channels of the same broker listed beside the page. */
const BESIDE = 24;

function boxes(
  context: PortalPage,
  { all, through }: ReturnType<typeof metParties>,
  flowsOf: ReadonlyMap<string, readonly Flow[]>,
): readonly Box[] {
  const boxOf = (name: string): Box => {
    const why = through.get(name);
    const verdict = worstOf((flowsOf.get(name) ?? []).flatMap(({ rows }) => rows));
    const { href } = apiLink(context, name);
    const said = verdictView(context, verdict);
    return {
      title: name,
      href: href === "" ? undefined : href,
      detail: said ? `${said.sign} ${said.text}` : why && context.words(`portal.why-${why}`),
      tone: verdict === "clash" ? "bad" : undefined,
    };
  };
  return sideBoxes(context, all.map(boxOf));
}

/** All that send to a channel or receive from it, those that meet it on other addresses included. */
interface Sides {
  readonly senders: ReturnType<typeof metParties>;
  readonly receivers: ReturnType<typeof metParties>;
}

function picture(
  context: PortalPage,
  channel: SharedChannel,
  { senders, receivers, received }: Sides & { readonly received: ReadonlyMap<string, readonly Flow[]> },
): ApplicationPicture {
  const { facts, words } = context;
  const sent = groupBy(facts.flowsOf(channel), ({ sender }) => sender);
  const messages = [...messagesOn(channel).keys()];
  return {
    application: {
      title: shorten(channelTitle(channel)),
      detail: messages.slice(0, 1).join("") + (messages.length > 1 ? ` +${words("site.number", { number: messages.length - 1 })}` : ""),
    },
    receives: { label: words("portal.send-label"), tone: "send", boxes: boxes(context, senders, sent) },
    sends: { label: words("portal.receive-label"), tone: "receive", boxes: boxes(context, receivers, received) },
    width: CHANNEL_WIDTH,
    label: words("portal.who"),
  };
}

/** The row of one API that sends or receives on the channel. */
function channelRow(context: PortalPage, { api, operation }: ChannelParty, received: ReadonlyMap<string, readonly Flow[]>) {
  const { direction, page, id, place } = operation;
  return {
    ...partyRow(context, {
      api,
      direction,
      place,
      messages: operation.messages.flatMap((at) => api.messages[at] ?? []),
      fit: fitSummary(context, received.get(api.name) ?? []),
    }),
    operation: { text: id, href: pageInApi(context.path, api, page) },
  };
}

/** The rows of APIs that are on the channel only by addresses that meet it. */
function metRows(context: PortalPage, channel: SharedChannel, { senders, receivers, received }: Parameters<typeof picture>[2]) {
  const linked = context.facts.linkedTo(channel);
  const met = (side: "senders" | "receivers", { through }: ReturnType<typeof metParties>) =>
    linked.flatMap(({ other, why }) => other[side].filter(({ api }) => through.has(api.name)).map((party) => [party, why] as const));
  const all = [...new Map([...met("senders", senders), ...met("receivers", receivers)])];
  const rows = all.slice(0, PARTIES).map(([party, why]) => ({
    ...channelRow(context, party, received),
    met: context.words(`portal.why-${why}`),
  }));
  return { rows, count: all.length };
}

function doubts(context: PortalPage, flows: readonly Flow[]) {
  const rows = flows.flatMap((flow) => flow.rows).filter(({ verdict }) => verdict === "unknown" || verdict === "not-received");
  const items = rows.slice(0, MOST_ON_PAGE).map((row) => ({
    sender: apiLink(context, row.sender),
    receiver: apiLink(context, row.receiver),
    verdict: verdictView(context, row.verdict),
    message: row.message,
    ...fitReason(context, row),
  }));
  return { items, further: furtherLinks(context, rows.length - items.length, "portal.json") };
}

/** The messages of the channel, as each API describes them. */
function comparisons(context: PortalPage, { paths, on }: Surroundings, channel: SharedChannel) {
  const messages = on.get(channel) ?? [];
  const all = [...channel.senders, ...channel.receivers].flatMap(({ api, operation }) =>
    operation.messages.flatMap((at) => api.messages[at] ?? []).map((message) => ({ api, message })),
  );
  const [only, ...others] = messagesByName(all);
  const clashes = context.facts.flowsOf(channel).flatMap(({ rows }) => rows);
  const compared =
    only && others.length === 0
      ? [{ name: only[0], uses: only[1], rows: clashes, message: messages.find((each) => paths.has(each)) }]
      : messages.map((each) => ({ ...each, message: each }));
  const views = compared.slice(0, COMPARISONS).flatMap(({ name, uses, rows, message }) => {
    const page = message && paths.get(message);
    const saysReaders = message?.uses.some(({ direction }) => direction === "receive");
    return (
      comparisonView(context, { name, messages: uses, clashes: rows.filter(({ verdict }) => verdict === "clash"), page, saysReaders }) ?? []
    );
  });
  return { views, further: furtherLinks(context, compared.length - COMPARISONS, "messages.html") };
}

/** Who owns the APIs of one side, in words; empty if nobody says. */
function ownersOf({ facts, words }: PortalPage, { all }: ReturnType<typeof metParties>, side: "senders" | "receivers"): string {
  const owners = [...new Set(all.flatMap((name) => facts.apis.get(name)?.owner ?? []))];
  return owners.length === 0 ? "" : words(`portal.owners-of-${side}`, { owners: listSome(owners, OWNERS) });
}

/** The channels that a channel is perhaps: one with open parameters, or those that it may be with its own. */
function perhapsOf({ portal: { perhaps } }: PortalPage, channel: SharedChannel): readonly SharedChannel[] {
  const meant = perhaps.get(channel);
  return meant ? [meant] : [...perhaps].flatMap(([other, open]) => (open === channel ? [other] : []));
}

/** Who is on a channel that this one meets. Its own page has all. */
function linkedParties(context: PortalPage, { senders, receivers }: SharedChannel) {
  const { words } = context;
  const all = [
    ...partyNames(senders).map((name) => ({ name, does: words("portal.sends") })),
    ...partyNames(receivers).map((name) => ({ name, does: words("portal.receives") })),
  ];
  const { items, more } = firstOf(all, BOXES, ({ name, does }) => ({ api: apiLink(context, name), does }));
  return { parties: items, moreParties: more > 0 ? words("site.more", { count: more }) : "" };
}

function channelView(context: PortalPage, channel: SharedChannel, surroundings: Surroundings) {
  const { path, words, facts } = context;
  const flows = facts.flowsOf(channel);
  const clashes = flows.flatMap(({ rows }) => rows).filter(({ verdict }) => verdict === "clash");
  const [senders, receivers] = [metParties(context, channel, "senders"), metParties(context, channel, "receivers")];
  const count = new Set(channel.members.map(({ api }) => api.name)).size;
  const silent = channel.members.filter(
    ({ api, operations }, at, all) => operations.length === 0 && all.findIndex((each) => each.api === api) === at,
  );
  const { views: compared, further: moreCompared } = comparisons(context, surroundings, channel);
  const { items: unsure, further: moreDoubts } = doubts(context, flows);
  const alike = perhapsOf(context, channel);
  const title = channelTitle(channel);
  const listed = context.portal.brokers.get(channel) ?? null;
  const beside = surroundings.brokers.get(listed) ?? [];
  const start = Math.max(0, Math.min(beside.indexOf(channel) - BESIDE / 2, beside.length - BESIDE));
  const broker = listed === null ? "" : brokerText(listed);
  const protocol = /^([a-z][a-z0-9+.-]*):\/\//i.exec(channel.broker ?? "")?.[1];
  const received = groupBy(flows, ({ receiver }) => receiver);
  const sides = { senders, receivers, received };
  const parties = [...channel.senders, ...channel.receivers];
  const met = metRows(context, channel, sides);
  const who = [...parties.slice(0, PARTIES).map((party) => channelRow(context, party, received)), ...met.rows].slice(0, PARTIES);
  return {
    ...portalFrame(context, {
      kind: "channel",
      title,
      section: "channels",
      summary: words("portal.described", { count }),
      crumbs: [{ text: words("portal.channels"), href: relativeUrl(path, "channels.html") }, ...(broker === "" ? [] : [{ text: broker }])],
      rail: [
        {
          title: broker === "" ? words("portal.no-broker") : broker,
          items: beside.slice(start, start + BESIDE).map((each) => ({
            text: shorten(channelTitle(each)) + (facts.environmentOf(each) === "" ? "" : ` (${facts.environmentOf(each)})`),
            href: channelLink(context, each).href,
            mono: true,
            current: each === channel,
          })),
          ...(beside.length > BESIDE
            ? { more: { href: relativeUrl(path, "channels.html"), text: words("portal.all-of", { count: beside.length }) } }
            : {}),
        },
      ],
    }),
    ...channelLink(context, channel),
    lead:
      (channel.broker === null ? words("portal.described", { count }) : words("portal.described-at", { count, broker: channel.broker })) +
      (channel.address === null ? ` ${words("site.address-unknown")}` : "") +
      (channel.environment === null ? "" : ` ${words("portal.environment", { name: channel.environment })}`) +
      ((channel.space ?? "") === "" ? "" : ` ${words("portal.space", { name: channel.space ?? "" })}`),
    owners: [ownersOf(context, senders, "senders"), ownersOf(context, receivers, "receivers")].filter((text) => text !== "").join(" "),
    perhaps: alike.slice(0, PERHAPS).map((other) => channelLink(context, other)),
    morePerhaps: furtherLinks(context, alike.length - PERHAPS, "channels.html"),
    protocol: protocol === undefined ? "" : protocolName(protocol),
    sendCount: words("portal.n-send", { count: senders.all.length }),
    receiveCount: words("portal.n-receive", { count: receivers.all.length }),
    fit: fitSummary(context, flows),
    ...(senders.all.length + receivers.all.length > 0 ? { flow: pictureView(picture(context, channel, sides)) } : {}),
    who: partyTable(who),
    moreParties: furtherLinks(context, parties.length + met.count - who.length, "portal.json"),
    silent: silent.map(({ api }) => apiLink(context, api.name)),
    clashCards: clashes.slice(0, PROOFS).map((row) => clashCard(context, row)),
    clashCount: clashes.length,
    moreClashes: furtherLinks(context, clashes.length - PROOFS, "problems.html", "clash"),
    comparisons: compared,
    moreCompared,
    severalCompared: compared.length > 1,
    doubts: unsure,
    moreDoubts,
    linked: facts.linkedTo(channel).map(({ other, why }) => ({
      ...channelLink(context, other),
      why: words(`portal.why-${why}`),
      ...linkedParties(context, other),
    })),
  };
}

function linkedItem({ why, parties, moreParties, ...channel }: ReturnType<typeof channelView>["linked"][number]): Item {
  const all = [...parties.map(({ api, does }) => [api, ` ${does}`]), moreParties];
  return { line: joinLines([[channelPiece(channel), ` ${why}`], joinLines(all, ", ")], ": ") };
}

function blocksOf(view: ReturnType<typeof channelView>, words: Words): Block[] {
  const { lead, owners, protocol, fit, who, perhaps, silent, clashCards, comparisons: compared, doubts: open, linked, ...further } = view;
  const { moreParties, moreCompared, moreClashes, moreDoubts, morePerhaps, ...rest } = further;
  const left = (links: typeof moreParties): Block[] => links.map((line) => ({ line }));
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, {
    address: "the title of the page",
    href: "the address of the page",
    sendCount: "the list of who sends says it",
    receiveCount: "the list of who receives says it",
    flow: "a picture of the list",
    clashCount: "the items say it",
    severalCompared: "whether names are shown",
  });
  const facts = [...fact(words("site.protocol"), protocol), ...fact(words("portal.fit"), verdictLine(fit))];
  const unused = silent.length === 0 ? "" : [linksLine(silent), `: ${words("portal.uses-nothing")}`];
  const same =
    perhaps.length === 0 ? "" : [`${words("portal.perhaps-same")}: `, joinLines([...perhaps.map(channelPiece), ...morePerhaps], ", ")];
  const meeting = linked.length === 0 ? [] : [{ line: words("portal.linked-lead") }, ...listOf(linked.map(linkedItem))];
  const parts = [
    ...section(words("portal.who"), [
      ...listOf(who.rows.map((row) => partyItem(row, words))),
      ...left(moreParties),
      ...sentence(unused),
      ...sentence(same),
    ]),
    ...section(words("portal.what-clashes"), [...clashCards.map((card) => clashBlock(card, words)), ...left(moreClashes)]),
    ...section(words("portal.described-by-each"), [...compared.map((each) => comparisonBlock(each, words)), ...left(moreCompared)]),
    ...section(words("portal.cannot-tell"), [...listOf(open.map(pairItem)), ...left(moreDoubts)]),
    ...section(words("portal.linked"), meeting),
  ];
  return framedBlocks(rest, words, { facts, lead: [lead, owners].flatMap(sentence), parts });
}

interface Surroundings extends Pick<Messages, "paths"> {
  readonly brokers: ReadonlyMap<string | null, readonly SharedChannel[]>;
  /** The messages on each channel. */
  readonly on: ReadonlyMap<SharedChannel, readonly ChannelMessage[]>;
}

/** A page for each channel: who sends, who receives, and whether receivers can take what is sent. */
export function* channelPages(context: PortalContext): Generator<Page> {
  const { all, paths } = messagesOf(context);
  const surroundings: Surroundings = {
    paths,
    on: groupBy(
      all.flatMap(({ on }) => on),
      ({ channel }) => channel,
    ),
    brokers: new Map(byBroker(context).map(({ broker, channels }) => [broker, channels])),
  };
  for (const [channel, path] of context.portal.pages) {
    yield portalPage(context, {
      path,
      kind: "channel",
      id: channel.address,
      title: channelTitle(channel),
      template: "channel",
      view: (page) => channelView(page, channel, surroundings),
      blocks: blocksOf,
    });
  }
}
