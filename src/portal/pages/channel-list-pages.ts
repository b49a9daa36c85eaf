import { numberedPages, relativeUrl } from "#model";
import type { Block, Item, Page } from "#pages";
import { framedBlocks, htmlOnly, joinLines, listOf, named, section, sentence } from "#pages";
import type { Words } from "#text";
import { compareTexts, groupBy } from "#text";
import type { SharedChannel } from "../match/index.ts";
import { clashLine, pairItem } from "./clash-view.ts";
import type { ComparedMessage } from "./message-comparison.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import {
  apiLink,
  badFirst,
  brokerText,
  channelLink,
  channelPiece,
  firstOf,
  fitLine,
  fitSummary,
  pageInApi,
  partiesLine,
} from "./portal-context.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame } from "./portal-frame.ts";

/** The most APIs that a row names. */
const PARTIES = 6;
/** The most messages that a row names. */
const MESSAGES = 3;
/** The most clashes on the page; the page of findings has all. */
const CLASHES = 10;
/** The most brokers beside the list. */
const BROKERS = 60;

/** The names of the APIs that send or receive on a channel, each once. */
export function partyNames(parties: SharedChannel["senders"]): string[] {
  return [...new Set(parties.map(({ api }) => api.name))];
}

/** A channel's messages by name, as the first sender that has one describes it, or the first receiver if nobody sends it. */
export function messagesOn({ senders, receivers }: SharedChannel): ReadonlyMap<string, ComparedMessage> {
  const messages = new Map<string, ComparedMessage>();
  for (const { api, operation } of [...senders, ...receivers])
    for (const at of operation.messages) {
      const message = api.messages[at];
      if (message && message.title !== "" && !messages.has(message.title)) messages.set(message.title, { api, message });
    }
  return messages;
}

type Side = "senders" | "receivers";

/** The APIs on one side of a channel, and after them those only on addresses that meet it, with why these do. */
export function metParties({ facts }: PortalPage, channel: SharedChannel, side: Side) {
  const names = partyNames(channel[side]);
  const met = facts.linkedTo(channel).flatMap(({ other, why }) => partyNames(other[side]).map((name) => [name, why] as const));
  const through = new Map(met.filter(([name]) => !names.includes(name)));
  return { all: [...names, ...through.keys()], through };
}

/** The APIs on one side of a channel, those that cannot take what is sent first. */
function partiesView(context: PortalPage, channel: SharedChannel, side: Side, clashing: ReadonlySet<string> = new Set()) {
  const { all, through } = metParties(context, channel, side);
  const first = badFirst(all, (name) => clashing.has(name));
  const parties = firstOf(first, PARTIES, (name) => {
    const why = through.get(name);
    return { ...apiLink(context, name), ...(why ? { times: context.words(`portal.why-${why}`) } : {}), bad: clashing.has(name) };
  });
  return { ...parties, none: context.words("portal.nobody") };
}

/** One channel in a table. */
function sharedRow(context: PortalPage, channel: SharedChannel) {
  const flows = context.facts.flowsOf(channel);
  const clashing = new Set(flows.flatMap(({ verdict, receiver }) => (verdict === "clash" ? [receiver] : [])));
  return {
    ...channelLink(context, channel),
    environment: context.facts.environmentOf(channel),
    ...(channel.address === null ? { unaddressed: context.words("site.address-unknown") } : {}),
    senders: partiesView(context, channel, "senders"),
    receivers: partiesView(context, channel, "receivers", clashing),
    messages: firstOf([...messagesOn(channel)], MESSAGES, ([name, { api, message }]) => {
      return { text: name, href: pageInApi(context.path, api, message.page) };
    }),
    fit: fitSummary(context, flows),
  };
}

interface BrokerChannels {
  readonly broker: string | null;
  readonly channels: readonly SharedChannel[];
}

/** Channels by broker and address. Those without a broker come last. */
export function byBroker({ portal }: PortalContext): BrokerChannels[] {
  return [...groupBy(portal.channels, (channel) => portal.brokers.get(channel) ?? null)]
    .map(([broker, own]) => ({ broker, channels: own.sort((a, b) => compareTexts(a.address ?? "", b.address ?? "")) }))
    .sort((a, b) => Number(a.broker === null) - Number(b.broker === null) || compareTexts(a.broker ?? "", b.broker ?? ""));
}

function channelsView(context: PortalPage, brokers: readonly BrokerChannels[], { rows, at, pages }: ListPart<SharedChannel>) {
  const { path, words, facts, portal, settings } = context;
  const shown = new Set(rows);
  const before = brokers.map((_, index) => brokers.slice(0, index).flatMap(({ channels }) => channels).length);
  const start = (index: number): string => pages[Math.floor((before[index] ?? 0) / settings.limits.listRows)] ?? path;
  const anchor = (index: number): string => `broker-${index + 1}`;
  const oneSided = portal.problems.filter(({ code }) => code === "portal/one-sided");
  const unsent = oneSided.filter(({ blanks }) => blanks.what === "sends to").length;
  const [clashes, gaps] = [relativeUrl(path, "problems.html", "clash"), relativeUrl(path, "problems.html", "one-sided")];
  const looks = [
    { text: words("portal.does-not-fit"), count: facts.clashes.length, href: clashes },
    { text: words("portal.nobody-sends"), count: unsent, href: gaps },
    { text: words("portal.nobody-receives"), count: oneSided.length - unsent, href: gaps },
  ].filter(({ count }) => count > 0);
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.channels"),
      section: "channels",
      summary: words("portal.channels-lead"),
      pages,
      rail: [
        ...(looks.length > 0 ? [{ title: words("portal.look-at"), items: looks }] : []),
        {
          title: words("portal.brokers"),
          items: brokers.slice(0, BROKERS).map((broker, index) => ({
            text: broker.broker === null ? words("portal.no-broker") : brokerText(broker.broker),
            count: broker.channels.length,
            mono: broker.broker !== null,
            href: relativeUrl(path, start(index), anchor(index)),
          })),
          ...(brokers.length > BROKERS
            ? {
                more: {
                  href: relativeUrl(path, start(BROKERS), anchor(BROKERS)),
                  text: words("site.more", { count: brokers.length - BROKERS }),
                },
              }
            : {}),
        },
      ],
    }),
    lead: words("portal.channels-lead"),
    count: portal.channels.length,
    ...(at === 0 && facts.clashes.length > 0
      ? {
          clashes: facts.clashes.slice(0, CLASHES).map((row) => clashLine(context, row)),
          clashCount: facts.clashes.length,
          ...(facts.clashes.length > CLASHES
            ? { moreClashes: { href: clashes, text: words("portal.all-of", { count: facts.clashes.length }) } }
            : {}),
        }
      : {}),
    brokers: brokers.flatMap((broker, index) => {
      const own = broker.channels.filter((channel) => shown.has(channel));
      if (own.length === 0) return [];
      return [
        {
          title: broker.broker ?? words("portal.no-broker"),
          anchor: anchor(index),
          isMono: broker.broker !== null,
          lead: [
            words("portal.count-channels", { count: broker.channels.length }),
            words("portal.count-apis", {
              count: new Set(broker.channels.flatMap(({ members }) => members.map(({ api }) => api.name))).size,
            }),
          ].join(" · "),
          rows: own.map((channel) => sharedRow(context, channel)),
        },
      ];
    }),
  };
}

function rowItem(
  { environment, unaddressed, senders, receivers, messages, fit, ...channel }: ReturnType<typeof sharedRow>,
  words: Words,
): Item {
  const facts = [
    environment,
    unaddressed,
    [`${words("portal.sent-by")}: `, partiesLine(senders, words)],
    [`${words("portal.received-by")}: `, partiesLine(receivers, words)],
    partiesLine(messages, words),
    fitLine(fit, words),
  ];
  return { line: [channelPiece(channel), ": ", joinLines(facts, " — ")] };
}

function blocksOf(view: ReturnType<typeof channelsView>, words: Words): Block[] {
  const { lead, clashes = [], moreClashes, brokers, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { count: "the items say it", clashCount: "the items say it" });
  const refused =
    clashes.length === 0 ? [] : [{ line: words("portal.clashes-lead") }, ...listOf(clashes.map(pairItem)), ...sentence(moreClashes)];
  const lists = brokers.map(({ title, lead: counts, isMono, rows, ...look }) => {
    htmlOnly(look, { anchor: "the anchor" });
    return named(isMono ? { code: title } : title, [...sentence(counts), ...listOf(rows.map((row) => rowItem(row, words)))]);
  });
  return framedBlocks(rest, words, { lead: sentence(lead), parts: [...section(words("portal.does-not-fit"), refused), ...lists] });
}

/** All channels by broker and address. */
export function* channelListPages(context: PortalContext): Generator<Page> {
  const brokers = byBroker(context);
  const rows = brokers.flatMap(({ channels }) => channels);
  yield* listPages(
    context,
    { pages: numberedPages("channels", rows.length, context.settings.limits.listRows), rows },
    {
      title: context.words("portal.channels"),
      template: "channels",
      view: (page, part: ListPart<SharedChannel>) => channelsView(page, brokers, part),
      blocks: blocksOf,
    },
  );
}
