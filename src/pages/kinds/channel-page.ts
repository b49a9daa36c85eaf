import { entriesOf, groupBy, valueOf } from "#text";
import { isAstray, lostReference, type Api, type Channel, type Operation } from "#model";
import type { Words } from "#text";
import {
  codes,
  fact,
  htmlOnly,
  joinLines,
  listOf,
  onlyFields,
  said,
  section,
  sentence,
  type Block,
  type Item,
  type Told,
} from "../blocks/index.ts";
import type { DescribedView, EntityLink, PageContext, SiteContext, Page } from "../frame/index.ts";
import {
  describedTold,
  describedView,
  partedDescription,
  summaryOf,
  tagsTold,
  tagViews,
  documentVerb,
  operationDirection,
  distinctName,
  sharesAddress,
  entityLink,
  entityLinks,
  furtherLinks,
  entityLinksLine,
  isDisplayNamed,
  saysSomething,
  nameOf,
  framedBlocks,
  frameView,
} from "../frame/index.ts";
import { bindingBlocks, bindingViews } from "./bindings-view.ts";
import { connectTold, connectView, fullUrl } from "./connect-view.ts";
import { treePages, entityPage } from "./continued-trees.ts";
import { lostBlocks, unresolvedView } from "./unresolved-view.ts";
import { messageItem, messageRow } from "./message-view.ts";
import { parameterBlocks, parameterViews, addressParts, serverItem, serverRow } from "./server-view.ts";

function operationCard(context: PageContext, operation: Operation) {
  return {
    ...entityLink(context, operation),
    id: operation.id,
    direction: operationDirection(context.site, operation),
    ...(operation.isDirectionKnown
      ? {}
      : { undirected: { text: context.site.words("site.sentence-unread"), verb: documentVerb(operation) } }),
    summary: summaryOf(context, operation),
    messages: entityLinks(context, operation.messages, 8),
  };
}

function hasAstray({ operations }: Api): boolean {
  return operations.some(isAstray);
}

/** The messages with the keys that the channel gives them (3.x), unless the page already names them so. */
function messageRows(context: PageContext, channel: Channel, most: number) {
  const { api, documents } = context.site;
  const keys = groupBy(entriesOf(valueOf(channel.node, "messages")), ({ value }) => api.entityAt(documents.follow(value) ?? value));
  return channel.messages.slice(0, most).map((message) => {
    const row = messageRow(context, message);
    const own = (keys.get(message) ?? []).map(({ key }) => key);
    return { ...row, keys: own.length === 1 && own.every((key) => key === row.name || key === row.text) ? [] : own };
  });
}

/** What a channel says of itself: on its own page, or on that of its only operation. */
export function channelView(context: PageContext, channel: Channel, level = 2) {
  const rows = context.site.settings.limits.listRows;
  const displayNamed = sharesAddress(context.site, channel) || isDisplayNamed(channel);
  return {
    id: channel.id,
    displayNamed,
    name: displayNamed && nameOf(channel) !== channel.address && nameOf(channel) !== channel.id ? nameOf(channel) : "",
    title2:
      !displayNamed && channel.address !== null && channel.title !== channel.address && channel.title !== channel.id ? channel.title : "",
    named: channel.id !== channel.address,
    summary: channel.summary?.value ?? "",
    deprecated: channel.deprecated,
    tags: tagViews(context, channel.tags),
    everywhere: channel.servers.length === 0 && channel.availableOn.length > 0,
    hasServers: channel.availableOn.length + channel.unresolved.servers.length > 0,
    servers: channel.availableOn
      .slice(0, rows)
      .map((server) => ({ ...serverRow(context, server), url: addressParts(fullUrl(channel, server)) })),
    moreServers: furtherLinks(context, "server", channel.availableOn.length - rows),
    ...describedView(context, channel, { prefix: "channel", level }),
  };
}

function viewOf(context: PageContext, channel: Channel) {
  const rows = context.site.settings.limits.listRows;
  const name = distinctName(context.site, channel);
  const title = saysSomething(name) ? name : `${context.site.words("site.channel")} ${name}`;
  const shares = sharesAddress(context.site, channel);
  const parameters = parameterViews(context, channel);
  const bindings = bindingViews(context, channel.bindings);
  const described = channelView(context, channel);
  const connect = connectView(context, { channel }, { servers: channel.availableOn, parameters, bindings });
  return {
    ...frameView(context, {
      kind: "channel",
      title,
      summary: summaryOf(context, channel),
      entity: channel,
    }),
    ...(shares ? { headline: { name: channel.title } } : title === name ? {} : { headline: { name: title } }),
    ...(connect ? { connect } : {}),
    hasMessages: channel.messages.length + channel.unresolved.messages.length > 0,
    lost: unresolvedView(context, channel.unresolved, { servers: "servers", messages: "messages" }),
    parameters,
    replies: entityLinks(context, channel.replies),
    // An operation or reply that could not be found may use the channel.
    answersOnly:
      channel.operations.length === 0 &&
      (channel.replies.length > 0 || lostReference(channel) !== undefined || context.site.memo.of(hasAstray, context.site.api)),
    operations: channel.operations.slice(0, rows).map((operation) => operationCard(context, operation)),
    moreOperations: furtherLinks(context, "operation", channel.operations.length - rows),
    messages: messageRows(context, channel, rows),
    moreMessages: furtherLinks(context, "message", channel.messages.length - rows),
    bindings,
    pages: treePages(context, channel),
    ...described,
    ...partedDescription(described.description),
  };
}

/** The same as blocks. Its address is told elsewhere. */
export function channelTold(view: ReturnType<typeof channelView>, words: Words): Told {
  const { id, named: isNamed, name, title2, summary, deprecated, tags, everywhere, servers, moreServers, ...described } = view;
  htmlOnly<Omit<typeof described, keyof DescribedView>>(described, { displayNamed: "a class", hasServers: "whether a section is shown" });
  const facts = [
    ...(deprecated ? [{ line: words("site.deprecated") }] : []),
    ...[name, title2].filter((title) => title !== "").map((line) => ({ line })),
    ...fact(words("site.key"), isNamed ? said(id) : ""),
  ];
  const offered = [
    ...sentence(everywhere ? words("site.available-everywhere") : ""),
    ...listOf([...servers.map(serverItem), ...moreServers.map((line) => ({ line }))]),
  ];
  const { facts: more = [], ...rest } = describedTold(described, words);
  const { facts: ofTags = [] } = tagsTold(tags, words);
  return {
    ...rest,
    facts: [...facts, ...ofTags, ...more],
    lead: [...sentence(summary), ...(rest.lead ?? [])],
    parts: [...section(words("site.available-on"), offered), ...(rest.parts ?? [])],
  };
}

function operationItem(card: ReturnType<typeof operationCard>, words: Words): Item {
  const { id, undirected, summary, messages, ...link } = card;
  onlyFields<keyof EntityLink>()(link);
  const written = undirected && joinLines([undirected.text, undirected.verb === "" ? "" : { code: undirected.verb }], " ");
  const facts = joinLines(
    [link.direction.name, written, id === link.text ? "" : said(id), summary, entityLinksLine(messages, words)],
    " — ",
  );
  return { line: joinLines([link, facts], ": ") };
}

function carriedItem({ keys, ...row }: ReturnType<typeof messageRows>[number]): Item {
  const { line, ...item } = messageItem(row);
  return { ...item, line: joinLines([line, codes(keys)], " — ") };
}

function blocksOf(view: ReturnType<typeof viewOf>, words: Words): Block[] {
  const { connect, lost, parameters, replies, operations, messages, bindings, answersOnly, hasMessages, intro, about, ...others } = view;
  const { moreOperations, moreMessages, ...rest } = others;
  const further = (links: typeof moreMessages): Item[] => links.map((line) => ({ line }));
  const look = { hasMessages, intro, about };
  htmlOnly(look, { hasMessages: "whether a section is shown", intro: "the description, in two parts", about: "as `intro`" });
  const used =
    operations.length > 0
      ? listOf([...operations.map((each) => operationItem(each, words)), ...further(moreOperations)])
      : [{ line: words("site.no-operations") }];
  const carried = [
    ...(answersOnly ? [] : section(words("site.operations"), used)),
    ...section(words("site.messages"), [
      ...listOf([...messages.map(carriedItem), ...further(moreMessages)]),
      ...lostBlocks({ messages: lost.messages }),
    ]),
  ];
  const taken = [
    ...section(words("site.parameters"), parameterBlocks(parameters, words)),
    ...section(words("site.bindings"), bindingBlocks(bindings, words)),
  ];
  return framedBlocks(
    rest,
    words,
    connect ? connectTold(connect, words) : { parts: lostBlocks({ servers: lost.servers }) },
    { parts: carried },
    channelTold(rest, words),
    { facts: fact(words("site.replies-to"), entityLinksLine(replies, words)), parts: taken },
  );
}

/** The page of a channel: its address, its servers, and its operations in both directions. */
export function channelPage(site: SiteContext, channel: Channel): Page {
  return entityPage(site, channel, viewOf, blocksOf);
}
