import { relativeUrl, anchorAt, anchorFor, anchorStep } from "#model";
import type { ApplicationPicture, Block, Box, Item } from "#pages";
import { browsePath, htmlOnly, joinLines, linksLine, listOf, named, section, sentence, shorten, inline, lineHtml } from "#pages";
import type { Words } from "#text";
import { parsePointer, MOST_IN_BOX } from "#text";
import type { ApiIndex, ChannelParty, SharedChannel } from "../match/index.ts";
import type { FieldMark, VersionMark } from "./api-history.ts";
import { historyPath, fieldMarks, markOf, objectsOf, versionAnchor } from "./api-history.ts";
import { clashLine, fitReason, pairItem, reasonLine } from "./clash-view.ts";
import { ownerLine, partyTable } from "./message-comparison.ts";
import type { PortalContext, PortalPage, SlotContent, SlotRequest } from "./portal-context.ts";
import {
  apiLink,
  badFirst,
  channelLink,
  channelPiece,
  firstOf,
  fitLine,
  fitSummary,
  hasClash,
  isOnPage,
  pageInApi,
  partiesLine,
  pictureView,
  sideBoxes,
  verdictLine,
  verdictView,
  furtherLinks,
} from "./portal-context.ts";
import type { ApiPair, Flow } from "./portal-facts.ts";
import { channelCount, worstOf } from "./portal-facts.ts";

/** The most other APIs that a page names for a channel. */
const ALSO = 5;
/** The most rows in the table of neighbours. */
const ROWS = 100;
/** The most messages that a row names. */
const MESSAGES = 3;
/** The most of what does not fit that the page of an API tells. */
const CLASHES = 10;
/** The most channels named on which nobody else is. */
const LONELY = 5;

/** The channels of an API that a page is about. */
function channelsOfPage(index: ApiIndex, page: string): readonly number[] {
  const messages = new Set(index.messages.flatMap((message, at) => (isOnPage(message.page, page) ? [at] : [])));
  return [
    ...new Set([
      ...index.channels.flatMap((channel, at) => (isOnPage(channel.page, page) ? [at] : [])),
      ...index.operations.flatMap((operation) =>
        operation.page === page || operation.messages.some((at) => messages.has(at)) ? [operation.channel] : [],
      ),
    ]),
  ];
}

function alsoOn(context: PortalPage, channel: SharedChannel, own: string) {
  const { facts, words, path } = context;
  const between = facts.flowsBetween(channel, own);
  const refused = new Set(between.flatMap(({ verdict, sender, receiver }) => (verdict === "clash" ? [`${sender} ${receiver}`] : [])));
  const isBad = ({ api, operation }: ChannelParty): boolean =>
    refused.size > 0 && refused.has(operation.direction === "send" ? `${api.name} ${own}` : `${own} ${api.name}`);
  const all = facts.partiesOf(channel).filter(({ api }) => api.name !== own);
  if (all.length === 0) return undefined;
  const parties = badFirst(all, isBad)
    .slice(0, ALSO)
    .map((party) => {
      const { api, operation } = party;
      const isSender = operation.direction === "send";
      const rows = between
        .filter(({ sender, receiver }) => (isSender ? sender === api.name && receiver === own : sender === own && receiver === api.name))
        .flatMap((flow) => flow.rows);
      const verdict = worstOf(rows);
      const row = verdict === "fits" ? undefined : rows.find((each) => each.verdict === verdict);
      return {
        api: { text: api.name, href: pageInApi(path, api, operation.page) },
        direction: isSender ? "send" : "receive",
        sign: isSender ? "↑" : "↓",
        does: words(isSender ? "portal.sends" : "portal.receives"),
        verdict: verdictView(context, verdict),
        bad: isBad(party),
        ...(row && row.why !== "" ? { reason: fitReason(context, row) } : {}),
      };
    });
  const link = channelLink(context, channel);
  return {
    ...link,
    environment: facts.environmentOf(channel),
    parties,
    all: words(all.length > ALSO ? "portal.all-parties" : "portal.across", { count: all.length }),
  };
}

/** What the slot of a channel's page says. */
function alsoItem({ environment, parties, all, ...channel }: NonNullable<ReturnType<typeof alsoOn>>): Item {
  const items = parties.map(({ api, does, verdict, reason, ...rest }) => {
    htmlOnly(rest, { direction: "a class", sign: "a sign for a word", bad: "the verdict says it" });
    return { line: [api, ": ", joinLines([does, verdictLine(verdict), reason && reasonLine(reason)], " — ")] };
  });
  return { line: [channelPiece(channel), ": ", joinLines([environment, all], " — ")], items };
}

/** The Markdown of a slot after the content of a page: a section. */
function sectionText({ markdown }: PortalContext, title: string, body: readonly Block[]): string {
  return `\n${markdown.print([named(title, body)], 2)}\n`;
}

function also(context: PortalPage, { index, api, page }: SlotRequest): SlotContent | undefined {
  const channels = channelsOfPage(index, page).flatMap((at) => {
    const own = index.channels[at];
    return own ? context.facts.sharedChannels(own) : [];
  });
  const shown = [...new Set(channels)].flatMap((channel) => alsoOn(context, channel, api.name) ?? []);
  if (shown.length === 0) return undefined;
  const { labels } = context;
  const rows = shown.slice(0, ALSO);
  const further = furtherLinks(context, shown.length - ALSO, "channels.html");
  const view = { ...labels, rows, several: shown.length > 1, further };
  const items = () => listOf([...rows.map(alsoItem), ...further.map((line) => ({ line }))]);
  return { template: "portal/also", view, twin: () => sectionText(context, context.words("portal.also"), items()) };
}

function boxes(context: PortalPage, pairs: readonly ApiPair[], side: "sender" | "receiver"): readonly Box[] {
  const boxOf = (pair: ApiPair): Box => {
    const { href } = apiLink(context, pair[side]);
    const messages = [...new Set(pair.flows.flatMap(({ rows }) => rows.map(({ message }) => message)))];
    const detail = (messages[0] ?? "") + (messages.length > 1 ? ` +${context.words("site.number", { number: messages.length - 1 })}` : "");
    return {
      title: pair[side],
      href: href === "" ? undefined : href,
      detail: detail === "" ? undefined : detail,
      tone: hasClash(pair) ? "bad" : undefined,
    };
  };
  return sideBoxes(context, pairs.map(boxOf));
}

function neighbourRow(context: PortalPage, flow: Flow, side: "sender" | "receiver") {
  const { facts, path } = context;
  const ids = [...new Set(flow.rows.map(({ message }) => message))];
  const sender = facts.apis.get(flow.sender);
  const isSender = side === "sender";
  return {
    ...apiLink(context, flow[side]),
    owner: facts.apis.get(flow[side])?.owner ?? "",
    direction: isSender ? "receive" : "send",
    sign: isSender ? "↓" : "↑",
    does: context.words(isSender ? "portal.receives-from" : "portal.sends-to"),
    messages: firstOf(ids, MESSAGES, (id) => {
      const page = sender?.index?.messages.find((message) => message.id === id)?.page;
      return { text: id, href: sender && page !== undefined ? pageInApi(path, sender, page) : "" };
    }),
    on: channelLink(context, flow.channel),
    fit: fitSummary(context, [flow]),
  };
}

/** How an API stands among the others, in numbers. */
function standing({ words, facts }: PortalPage, { name, index }: { readonly name: string; readonly index: ApiIndex }) {
  const [sends, receives] = [channelCount(index, "send"), channelCount(index, "receive")];
  const others = new Set([...facts.sentBy(name).map(({ receiver }) => receiver), ...facts.receivedBy(name).map(({ sender }) => sender)]);
  const clashes = facts.clashesOf(name).length;
  return [
    { sign: "↑", look: "way-send", text: words("portal.sends-on", { count: sends }), count: sends },
    { sign: "↓", look: "way-receive", text: words("portal.receives-on", { count: receives }), count: receives },
    { text: words("portal.count-neighbours", { count: others.size }), count: others.size },
    {
      sign: "✗",
      look: "fit-bad",
      text: words("portal.does-not-fit-count", { count: clashes }),
      href: "#neighbour-clashes",
      count: clashes,
    },
  ].flatMap(({ count, ...said }) => (count > 0 ? [said] : []));
}

/** The channels of an API on which no other API is. */
function lonely(context: PortalPage, index: ApiIndex) {
  const { facts, words } = context;
  const channels = index.channels.filter((channel) => {
    const shared = facts.sharedChannels(channel);
    return shared.length > 0 && shared.every(({ members }) => members.every(({ api }) => api === index));
  });
  if (channels.length === 0) return undefined;
  const links = channels.slice(0, LONELY).flatMap((channel) => {
    const [shared] = facts.sharedChannels(channel);
    return shared ? [channelLink(context, shared)] : [];
  });
  return { text: words("portal.lonely", { count: channels.length }), items: links, more: channels.length - links.length };
}

interface NeighboursView {
  readonly nothing?: string;
  readonly standing?: ReturnType<typeof standing>;
  readonly flow?: object;
  readonly rows?: readonly ReturnType<typeof neighbourRow>[];
  readonly hasOwners?: boolean;
  readonly more?: number;
  readonly lonely?: ReturnType<typeof lonely>;
  readonly clashes?: readonly ReturnType<typeof clashLine>[];
  readonly moreClashes?: ReturnType<typeof furtherLinks>;
}

function neighboursView(context: PortalPage, { api, index }: SlotRequest): NeighboursView {
  const { facts, words } = context;
  const [received, sent] = [facts.receivedBy(api.name), facts.sentBy(api.name)];
  if (received.length + sent.length === 0) return { nothing: words("portal.neighbours-none") };
  const picture: ApplicationPicture = {
    application: { title: shorten(api.name), detail: index.version },
    receives: { label: words("portal.receives-from"), tone: "receive", boxes: boxes(context, received, "sender") },
    sends: { label: words("portal.sends-to"), tone: "send", boxes: boxes(context, sent, "receiver") },
    label: words("portal.neighbours"),
  };
  const flows = [
    ...received.flatMap((pair) => pair.flows.map((each) => ({ each, side: "sender" as const }))),
    ...sent.flatMap((pair) => pair.flows.map((each) => ({ each, side: "receiver" as const }))),
  ];
  const clashes = facts.clashesOf(api.name);
  const rows = flows.slice(0, ROWS).map(({ each, side }) => neighbourRow(context, each, side));
  return {
    standing: standing(context, { name: api.name, index }),
    flow: pictureView(picture),
    ...partyTable(rows),
    more: Math.max(0, flows.length - ROWS),
    lonely: lonely(context, index),
    clashes: clashes.slice(0, CLASHES).map((row) => clashLine(context, row)),
    moreClashes: furtherLinks(context, clashes.length - CLASHES, "problems.html", "clash"),
  };
}

function neighbourItem({ text, href, owner, does, messages, on, fit, ...rest }: ReturnType<typeof neighbourRow>, words: Words): Item {
  htmlOnly(rest, { direction: "a class", sign: "a sign for a word" });
  const about = [ownerLine(owner, words), does, partiesLine(messages, words), channelPiece(on), fitLine(fit, words)];
  return { line: [{ text, href }, ": ", joinLines(about, " — ")] };
}

function neighboursBlocks(view: NeighboursView, words: Words): readonly Block[] {
  const { nothing, standing: counts = [], rows = [], more = 0, lonely: alone, clashes = [], moreClashes = [], ...rest } = view;
  htmlOnly(rest, { flow: "a picture of the list", hasOwners: "whether the table has the column" });
  const others = alone && alone.more > 0 ? words("site.more", { count: alone.more }) : "";
  return [
    ...sentence(nothing),
    ...sentence(counts.map(({ text }) => text).join(" · ")),
    ...listOf(rows.map((row) => neighbourItem(row, words))),
    ...sentence(more > 0 ? words("site.more", { count: more }) : ""),
    ...(alone ? [{ line: [`${alone.text} `, joinLines([joinLines(alone.items.map(channelPiece), ", "), others], " … ")] }] : []),
    ...section(words("portal.does-not-fit"), listOf([...clashes.map(pairItem), ...moreClashes.map((line) => ({ line }))])),
  ];
}

/** The slot that shows to whom an API sends and from whom it receives. */
function neighbours(context: PortalPage, request: SlotRequest): SlotContent {
  const { words, labels } = context;
  const view = neighboursView(context, request);
  return {
    template: "portal/neighbours",
    view: { ...labels, ...view },
    twin: () => sectionText(context, words("portal.neighbours"), neighboursBlocks(view, words)),
  };
}

/** The link to the other APIs of the group. An earlier version is in the group of the current one. */
function groupLink(context: PortalPage, { api: { group }, path }: SlotRequest): SlotContent | undefined {
  if (group === "") return undefined;
  const text = context.words("portal.same-group", { group });
  return { template: "portal/header-link", view: { href: relativeUrl(path, browsePath("group", group)), text }, twin: () => "" };
}

/** The number of errors between APIs, for the link to the findings in the header. */
function findingsCount({ errors }: PortalPage): SlotContent | undefined {
  return errors && { template: "portal/findings-count", view: errors, twin: () => "" };
}

/**
 * Returns what the content of a slot depends on, within one version of an API. A channel, its operation and its messages say the same
 * about other APIs, and links from one folder are links from each that is as deep, as none leads into the API's own folders.
 */
export function slotKey({ slot, index, page, path }: SlotRequest): string {
  if (slot === "note" || page === "index.html") return `${slot} ${path}`;
  return [slot, path.split("/").length, ...(slot === "also" ? channelsOfPage(index, page) : [])].join(" ");
}

/** Makes the part of an API's page that depends on other APIs; `undefined` if the slot stays empty. */
export function fillSlot(context: PortalContext, request: SlotRequest): SlotContent | undefined {
  const { slot, path, current, page, api } = request;
  const own = { ...context, path };
  if (slot === "group") return groupLink(own, request);
  if (slot === "versions") return versionsLink(own, request);
  if (slot === "findings") return findingsCount(own);
  if (slot === "note") {
    if (current === undefined) return versionNote(own, request);
    const links = [
      { href: relativeUrl(path, current), text: context.words("portal.to-current") },
      ...(context.histories.has(api.name)
        ? [{ href: relativeUrl(path, historyPath(api.name)), text: context.words("portal.what-changed") }]
        : []),
    ];
    const view = { ...context.labels, links };
    const twin = () => `\n\n${context.markdown.print([{ line: [`${context.words("portal.earlier-version")} `, linksLine(links)] }], 2)}`;
    return { template: "portal/version-note", view, twin };
  }
  // Earlier versions are not compared with other APIs.
  if (current !== undefined) return undefined;
  return page === "index.html" ? neighbours(own, request) : also(own, request);
}

function textOf({ words }: PortalContext, { since, changed }: VersionMark): string {
  if (changed) return words(changed.isBreaking ? "portal.mark-breaking" : "portal.mark-changed", { version: changed.version });
  return since === undefined ? "" : words("portal.mark-since", { version: since });
}

/** The content of a note: when the subject of a page appeared, when it last changed, and which of its fields did. */
function versionNote(context: PortalPage, { api, index, page, path }: SlotRequest): SlotContent | undefined {
  const history = context.histories.get(api.name);
  if (!history) return undefined;
  const subjects = objectsOf(index).filter((each) => isOnPage(each.page, page));
  const marks = [...new Map(subjects.map((each) => [`${each.kind} ${each.id}`, each])).values()].map((each) => markOf(history, each));
  const link = (text: string, version: string) => ({ text, href: relativeUrl(path, historyPath(api.name), versionAnchor(version)) });
  const items = marks.flatMap(({ since, changed }) => [
    ...(changed ? [{ ...link(textOf(context, { changed }), changed.version), bad: changed.isBreaking }] : []),
    ...(since === undefined ? [] : [link(textOf(context, { since }), since)]),
  ]);
  const fields = messageFields(context, { index, page, api: api.name }).filter(({ prefix }) => prefix === "");
  const rows = fields.map(({ mark, anchor }) => ({
    text: (parsePointer(mark.path) ?? []).map((step) => (step === "*" ? "[]" : step)).join("."),
    href: `#${anchor}`,
    said: textOf(context, mark),
    bad: mark.changed?.isBreaking === true,
  }));
  if (items.length + rows.length === 0) return undefined;
  const bad = items.some((item) => "bad" in item && item.bad);
  const view = { ...context.labels, bad, items, fields: rows.slice(0, MOST_IN_BOX), more: Math.max(0, rows.length - MOST_IN_BOX) };
  return {
    template: "portal/version-marks",
    view,
    twin: () => `\n\n${context.markdown.print([{ line: linksLine(items) }], 2)}`,
  };
}

/** The link to the page of all versions, for the list of versions in the header. */
function versionsLink(context: PortalPage, { api, path }: SlotRequest): SlotContent | undefined {
  if (!context.histories.has(api.name)) return undefined;
  const view = { href: relativeUrl(path, historyPath(api.name)), text: context.words("portal.what-changed") };
  return { template: "portal/header-link", view, twin: () => "" };
}

interface MessagePage {
  readonly api: string;
  readonly index: ApiIndex;
  readonly page: string;
}

interface MarkedField {
  /** What the anchors of the message begin with on this page; empty on its own page. */
  readonly prefix: string;
  /** The anchor of the field's row, without choices between schemas. */
  readonly anchor: string;
  readonly mark: FieldMark;
}

function anchorOf(prefix: readonly string[], { part, path }: FieldMark): string {
  const steps = (parsePointer(path) ?? []).map((step) => (step === "*" ? step : anchorStep(step)));
  return anchorAt(anchorFor(...prefix, part), steps.join("."));
}

/** The new and changed fields of all messages on a page: its own message, or those of its operation. */
function messageFields({ histories }: PortalContext, { api, index, page }: MessagePage): MarkedField[] {
  const history = histories.get(api);
  if (!history) return [];
  const isHere = (each: { readonly page: string }): boolean => each.page === page;
  const below = index.operations.filter(isHere).flatMap(({ messages, isReply }) =>
    messages.flatMap((at) => {
      const id = index.messages[at]?.id;
      return id === undefined ? [] : [{ id, prefix: [isReply ? "reply" : "messages", id] }];
    }),
  );
  const own = index.messages.filter(isHere).map(({ id }) => ({ id, prefix: [] as string[] }));
  return [...own, ...below].flatMap(({ id, prefix }) =>
    fieldMarks(history, id).map((mark) => ({ prefix: prefix.join(" "), anchor: anchorOf(prefix, mark), mark })),
  );
}

/** The marks of the fields on a page as HTML and as Markdown, by the anchors of their rows; `undefined` if there are none. */
export function fieldTexts(context: PortalContext, page: MessagePage) {
  const marks = new Map(messageFields(context, page).map(({ anchor, mark }) => [anchor, mark]));
  if (marks.size === 0) return undefined;
  return (anchor: string) => {
    // A field has the same path in all choices.
    const mark = marks.get(anchor.replace(/\.\([^()]*\)/g, ""));
    if (!mark) return undefined;
    const text = textOf(context, mark);
    return { html: lineHtml({ mark: text, isBreaking: mark.changed?.isBreaking }), markdown: ` (${inline(text)})` };
  };
}
