import type { Message, Operation, Reply } from "#model";
import { addressOnWire, lostReference, opposite, wholeMessages, wholeReplies } from "#model";
import type { Words } from "#text";
import { MOST_IN_SENTENCE, MOST_NAMED } from "#text";
import type { Block, Item } from "../blocks/index.ts";
import { fact, htmlOnly, joinLines, listOf, named, onlyFields, said, section, sentence, tell } from "../blocks/index.ts";
import type { DescribedView, EntityLink, FrameView, Page, PageContext, SiteContext } from "../frame/index.ts";
import {
  addressInsteadOfName,
  applicationDoes,
  changedView,
  channelAt,
  describedTold,
  describedView,
  directionDoubt,
  directionView,
  documentSays,
  documentVerb,
  entityLink,
  entityLinks,
  furtherLinks,
  entityLinksLine,
  framedBlocks,
  frameView,
  nameOf,
  noteMarksOf,
  partedDescription,
  lostByChannel,
  problemsAbout,
  problemsOfChannel,
  routeLine,
  routeView,
  shownWith,
  summaryOf,
  tagsTold,
  tagViews,
} from "../frame/index.ts";
import { messageSteps } from "../tree/index.ts";
import { tryView } from "../try/index.ts";
import { addressLine, addressParts, parameterBlocks, parameterViews } from "./server-view.ts";
import { bindingBlocks, bindingViews } from "./bindings-view.ts";
import { channelTold, channelView } from "./channel-page.ts";
import { connectTold, connectView } from "./connect-view.ts";
import { CHANNEL_PREFIX, entityPage, treePages } from "./continued-trees.ts";
import { operationDiagram } from "./diagram-view.ts";
import { messageItem, messageRow, messageTold, messageView, traitBlocks, wholeTraitViews } from "./message-view.ts";
import { hasNoMessage, lostBlocks, unresolvedView } from "./unresolved-view.ts";

/** The address and messages of the reply. */
function replyView(context: PageContext, reply: Reply, full: readonly Message[]) {
  const { address, channel, messages } = reply;
  const rows = messages.filter((message) => !full.includes(message));
  const most = context.site.settings.limits.listRows;
  return {
    ...(address
      ? {
          address: {
            location: address.location?.value ?? "",
            ...describedView(context, address, { prefix: "reply-address", level: 3 }),
          },
        }
      : {}),
    ...(channel ? { channel: entityLink(context, channel) } : {}),
    lost: unresolvedView(context, reply.unresolved, { channel: "reply", messages: "reply" }),
    messages: rows.slice(0, most).map((message) => messageRow(context, message)),
    moreMessages: furtherLinks(context, "message", rows.length - most),
    full: full.map((message) => messageView(context, message, messageSteps(message, "reply"))),
    ...describedView(context, reply, { prefix: "reply", level: 3 }),
  };
}

/** What the channel says, if the page is its home. */
function homeView(context: PageContext, operation: Operation) {
  const channel = channelAt(context.site, operation);
  if (!channel) return {};
  const address = addressOnWire(channel);
  const view = channelView(context, channel, 3);
  const isTold = [view.title2, view.summary].some((text) => text !== "") || (view.description ?? view.externalDocs) !== undefined;
  return { home: { ...changedView(context, channel), ...view, isTold, address: address === null ? [] : addressParts(address) } };
}

/** The views of an operation's messages: the first ones in full, the others as rows. */
function messagesOf(context: PageContext, operation: Operation) {
  const { messages, unresolved, direction, isDirectionKnown } = operation;
  const { site } = context;
  const { words } = site;
  const whole = wholeMessages(operation);
  const rows = messages.slice(whole.length, Math.max(whole.length, context.site.settings.limits.listRows));
  const count = messages.length;
  const views = whole.map((message) => messageView(context, message, messageSteps(message), count > 1));
  const lost = unresolvedView(context, { messages: unresolved.messages }, { messages: "lost-messages" });
  noteMarksOf(context, problemsAbout(site, lostByChannel(operation)), { anchor: "lost-messages", text: words("site.messages") });
  const said = operation.summary?.value ?? "";
  return {
    lost,
    hasNoMessage: hasNoMessage(operation),
    // The only message often repeats the operation's summary, which stands above it already.
    messages: count === 1 ? views.map((view) => ({ ...view, summary: view.summary === said ? "" : view.summary })) : views,
    moreMessages: rows.map((message) => messageRow(context, message)),
    furtherMessages: furtherLinks(context, "message", count - whole.length - rows.length),
    moreHeading: words("site.more-messages", { count: messages.length - whole.length }),
    single: count === 1,
    choice: isDirectionKnown ? words("site.one-of-these", { said: applicationDoes(site, direction), count }) : words("site.messages"),
    // The print page joins several pages, so the path keeps their groups of folds apart.
    group: context.path,
  };
}

/** What goes over the same channel in the other direction. */
function othersOf(context: PageContext, { channel, direction: own, isDirectionKnown: isOwnKnown }: Operation) {
  if (!isOwnKnown) return undefined;
  const { words } = context.site;
  const all = (channel?.operations ?? []).filter(({ direction, isDirectionKnown }) => isDirectionKnown && direction !== own);
  const [first] = all;
  if (!channel || !first) return undefined;
  const items = all.slice(0, MOST_NAMED).map((other) => {
    const { messages } = other;
    const [only] = messages;
    const isOne = messages.length === 1;
    return {
      ...entityLink(context, other),
      summary: summaryOf(context, other) || (isOne && only ? summaryOf(context, only) : ""),
      messages: isOne ? [] : messages.slice(0, MOST_IN_SENTENCE).map((message) => messageRow(context, message)),
      more: Math.max(0, messages.length - MOST_IN_SENTENCE),
      moreHref: context.site.routes.relative(context.path, context.site.routes.pageOf(other), "messages"),
    };
  });
  return {
    heading: words("site.also", { said: applicationDoes(context.site, first.direction) }),
    direction: directionView(context.site, first.direction),
    items,
    more: all.length - items.length,
    moreHref: context.href(channel),
  };
}

/** A few words on what the folded details contain. */
function hintOf({ words }: PageContext["site"], operation: Operation): string {
  const { tags, traits, bindings, extensions, channel } = operation;
  const parts = [
    words("site.id"),
    tags.length > 0 && words("site.tags"),
    (channel?.parameters.length ?? 0) > 0 && words("site.parameters"),
    traits.length > 0 && words("site.traits"),
    bindings.length + (channel?.bindings.length ?? 0) > 0 && words("site.bindings"),
    extensions.length > 0 && words("site.extensions"),
    words("site.source"),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** The way of the messages, and below it that of the reply: over which channel, and which messages. */
function routesOf(context: PageContext, { channel, direction, messages, reply }: Operation) {
  const { site } = context;
  const one = routeView(site, channel, direction);
  if (!reply) return [one];
  const named = (all: readonly Message[]) => entityLinks(context, all, 2);
  return [
    { ...one, messages: named(messages) },
    {
      ...routeView(site, reply.channel ?? channel, opposite[direction]),
      messages: named(reply.messages),
      ...(reply.channel && reply.channel !== channel ? { channel: entityLink(context, reply.channel) } : {}),
    },
  ];
}

function viewOf(context: PageContext, operation: Operation) {
  const { site } = context;
  const { channel } = operation;
  const servers = channel?.availableOn ?? (operation.unresolved.channel === undefined ? site.api.servers : []);
  const lost = lostReference(operation);
  const address = addressInsteadOfName(operation);
  const diagram = operationDiagram(context, operation);
  const samples = site.code?.section(context, operation);
  const others = othersOf(context, operation);
  const parameters = parameterViews(context, channel);
  // Made before the bindings, so that the messages get room first.
  const messages = messagesOf(context, operation);
  const reply = operation.reply && replyView(context, operation.reply, wholeReplies(operation));
  const bindings = bindingViews(context, operation.bindings);
  const channelBindings = bindingViews(context, channel?.bindings ?? [], CHANNEL_PREFIX);
  const connect = connectView(context, { channel, operation }, { servers, parameters, bindings: [...channelBindings, ...bindings] });
  const described = describedView(context, operation, { prefix: "operation", level: 2 });
  return {
    ...frameView(context, {
      kind: "operation",
      title: nameOf(operation),
      summary: summaryOf(context, operation),
      entity: operation,
      problems: problemsOfChannel(site, operation),
      shown: shownWith(site, operation),
    }),
    ...(address === undefined || !operation.isDirectionKnown ? {} : { headline: { name: address } }),
    route: operation.isDirectionKnown ? routesOf(context, operation) : [],
    ...(operation.isDirectionKnown ? { direction: directionView(site, operation.direction) } : {}),
    doubt: operation.isDirectionKnown ? directionDoubt(site) : "",
    unread: operation.isDirectionKnown
      ? ""
      : lost === undefined
        ? site.words("site.sentence-unread")
        : site.words("site.lost-operation", { ref: lost }),
    summary: operation.summary?.value ?? "",
    deprecated: operation.deprecated,
    ...(connect ? { connect } : {}),
    ...(samples
      ? {
          commands: {
            ...samples.view,
            undeclared: connect?.access?.undeclared === true && connect.access.header === undefined,
            blocks: samples.blocks,
          },
        }
      : {}),
    noCode: samples ? "" : (site.code?.absence(context, operation) ?? ""),
    ...messages,
    ...(reply ? { reply } : {}),
    ...(others ? { others } : {}),
    hint: hintOf(site, operation),
    ...(diagram ? { diagram } : {}),
    id: operation.isNamed ? operation.id : "",
    verb: documentVerb(operation),
    says: documentSays(site),
    ...(channel ? { channel: entityLink(context, channel) } : {}),
    ...homeView(context, operation),
    repliesTo: entityLinks(context, operation.repliesTo),
    tags: tagViews(context, operation.tags),
    parameters,
    channelBindings,
    bindings,
    traits: wholeTraitViews(context, operation.traits),
    pages: treePages(context, operation),
    ...described,
    // Messages that could not be found are reported where they would stand, so not here again.
    unreadFields: described.unreadFields.filter(({ key }) => !(/^messages?(?:\.|$)/.test(key) && operation.unresolved.messages.length > 0)),
    ...partedDescription(described.description),
    ...tryView(context, operation),
  };
}

function messageBlocks(messages: readonly ReturnType<typeof messageView>[], words: Words): Block[] {
  return messages.map((message) => named(message.title, tell(...messageTold(message, words))));
}

function replyBlocks(reply: ReturnType<typeof replyView>, words: Words): Block[] {
  const { address, channel, lost, messages, moreMessages, full, ...rest } = reply;
  onlyFields<keyof DescribedView>()(rest);
  const { location = "" } = address ?? {};
  const at = joinLines([words("site.read-from"), { code: location }], " ");
  const facts = [...fact(words("site.address"), location === "" ? "" : at), ...fact(words("site.channel"), channel)];
  const parts = [
    ...lostBlocks(lost),
    ...messageBlocks(full, words),
    ...listOf([...messages.map(messageItem), ...moreMessages.map((line) => ({ line }))]),
  ];
  const ofAddress = address ? [describedTold(address, words)] : [];
  return tell({ facts }, ...ofAddress, { parts }, describedTold(rest, words));
}

function otherItems({ items, more, moreHref }: NonNullable<ReturnType<typeof othersOf>>, words: Words): Item[] {
  const further = (count: number, href: string): Item[] => (count > 0 ? [{ line: { text: words("site.more", { count }), href } }] : []);
  const all = items.map(({ summary, messages, more: left, moreHref: leftHref, ...link }): Item => {
    onlyFields<keyof EntityLink>()(link);
    return { line: joinLines([link, summary], " — "), items: [...messages.map(messageItem), ...further(left, leftHref)] };
  });
  return [...all, ...further(more, moreHref)];
}

function homeBlocks({ changed, isTold, address, ...view }: NonNullable<ReturnType<typeof homeView>["home"]>, words: Words): Block[] {
  htmlOnly({ isTold }, { isTold: "whether a section is shown" });
  const facts = [...(changed ? [{ line: changed }] : []), ...fact(words("site.address"), addressLine(address))];
  return tell({ facts }, channelTold(view, words));
}

function blocksOf(view: ReturnType<typeof viewOf>, words: Words): Block[] {
  const {
    route,
    doubt,
    unread,
    summary,
    deprecated,
    connect,
    commands,
    noCode,
    lost,
    hasNoMessage: isBare,
    messages,
    moreMessages,
    furtherMessages,
    moreHeading,
    ...further
  } = view;
  const { choice, single, reply, others, id, verb, says, channel, repliesTo, tags, parameters, channelBindings, bindings, ...more } =
    further;
  const { traits, home, ...rest } = more;
  htmlOnly<Omit<typeof rest, keyof FrameView | keyof DescribedView>>(rest, {
    direction: "the route says it",
    group: "a name for the folds",
    hint: "what a fold contains",
    diagram: "a picture of the same",
    tryIt: "a tool of the page",
    intro: "the description, in two parts",
    about: "as `intro`",
  });
  const facts = [
    ...(deprecated ? [{ line: words("site.deprecated") }] : []),
    ...fact(words("site.key"), id === "" ? words("site.no-operation-id") : said(id)),
    ...(verb === "" ? [] : [{ line: [`${says} `, { code: verb }] }]),
    ...(home ? [] : fact(words("site.channel"), channel)),
    ...fact(words("site.replies-to"), entityLinksLine(repliesTo, words)),
    ...fact(words("site.commands"), noCode),
  ];
  const doubted = doubt === "" ? [] : [{ line: [`${doubt} ${says} `, { code: verb }, "."] }];
  const lead = [...sentence(unread), ...route.map((each) => ({ line: routeLine(each, words) })), ...doubted, ...sentence(summary)];
  const carried = [...sentence(single || messages.length === 0 ? "" : `${choice}.`), ...messageBlocks(messages, words)];
  const parts = [
    ...(commands ? section(words("site.commands"), commands.blocks()) : []),
    ...section(words("site.messages"), [...carried, ...lostBlocks(lost), ...sentence(isBare ? words("site.no-messages") : "")]),
    ...section(moreHeading, listOf([...moreMessages.map(messageItem), ...furtherMessages.map((line) => ({ line }))])),
    ...(reply ? [named(words("site.reply"), replyBlocks(reply, words))] : []),
    ...(others ? section(others.heading, listOf(otherItems(others, words))) : []),
    ...(home ? section(words("site.channel"), homeBlocks(home, words)) : []),
    ...section(words("site.parameters"), parameterBlocks(parameters, words)),
    ...section(words("site.group-channelBindings"), bindingBlocks(channelBindings, words)),
    ...section(words("site.bindings"), bindingBlocks(bindings, words)),
    ...section(words("site.traits"), traitBlocks(traits, words)),
  ];
  const told = [connect ? connectTold(connect, words) : {}, { facts, lead }, tagsTold(tags, words), { parts }];
  return framedBlocks(rest, words, ...told, describedTold(rest, words));
}

/** The page of an operation: who sends what over which channel, and everything needed to take part. */
export function operationPage(site: SiteContext, operation: Operation): Page {
  return entityPage(site, operation, viewOf, blocksOf);
}
