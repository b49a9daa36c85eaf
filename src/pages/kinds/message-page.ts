import { usesOfMessage, type Channel, type Message, type MessageUse, type Operation } from "#model";
import type { Words } from "#text";
import { MOST_ON_CARD } from "#text";
import { htmlOnly, joinLines, listOf, onlyFields, section, type Block, type Item, type Line } from "../blocks/index.ts";
import type { EntityLink, PageContext, SiteContext, Page } from "../frame/index.ts";
import {
  partedDescription,
  summaryOf,
  operationDirection,
  routeView,
  entityLink,
  entityLinks,
  routeLine,
  nameOf,
  framedBlocks,
  frameView,
  type FrameView,
  shownWith,
  shorten,
  usesView,
} from "../frame/index.ts";
import { link, sayWith, strong } from "../tree/index.ts";
import { treePages, entityPage } from "./continued-trees.ts";
import { messageTold, messageView } from "./message-view.ts";

/** "Sent by Orders on orders/created by tellOrder", with links. It is true from both points of view. */
function sentenceOf(context: PageContext, { operation, direction, channel }: MessageUse): Line {
  const { api, words } = context.site;
  const linkTo = (entity: Operation | Channel): Line => {
    const { href, text } = entityLink(context, entity);
    return link(href, text);
  };
  const way = direction === "send" ? "sent" : "received";
  const blanks = { name: strong(shorten(api.info.title)), operation: linkTo(operation) };
  const say = sayWith(words);
  return channel ? say(`site.${way}-by`, { ...blanks, channel: linkTo(channel) }) : say(`site.${way}-without-channel`, blanks);
}

/** The head of a message's page: its route if all uses agree, and a sentence for each use if there are few. */
function headOf(context: PageContext, message: Message) {
  const { site } = context;
  const uses = usesOfMessage(message, MOST_ON_CARD + 1);
  const [first] = uses;
  const agree =
    first !== undefined && uses.every(({ direction, operation }) => direction === first.direction && operation.isDirectionKnown);
  return {
    ...(agree ? { route: [routeView(site, first.channel, first.direction)] } : {}),
    sentences:
      uses.length > MOST_ON_CARD || !uses.every(({ operation }) => operation.isDirectionKnown)
        ? []
        : uses.map((use) => sentenceOf(context, use)),
  };
}

function rowOf(context: PageContext, { operation, direction, channel, isReply }: MessageUse) {
  return {
    ...entityLink(context, operation),
    direction: operationDirection(context.site, operation, direction),
    reply: isReply,
    ...(channel ? { channel: entityLink(context, channel) } : {}),
  };
}

/** The operations that send or receive the message in document order, and channels that list it without such an operation. */
function usesOf(context: PageContext, message: Message, sentences: number) {
  const rows = context.site.settings.limits.listRows;
  const uses = usesOfMessage(message, rows).map((use) => rowOf(context, use));
  const told = new Set(uses.map(({ channel }) => channel?.href));
  // Where the sentences of the head say all of it, a table would only repeat them. They do not say what is a reply.
  const areSaid = sentences > 0 && !uses.some(({ reply }) => reply);
  const others = message.channels.slice(0, rows).filter((channel) => !told.has(context.href(channel)));
  return { uses, hasUses: uses.length > 0 && !areSaid, allUses: usesView(context, message), channels: entityLinks(context, others, rows) };
}

function viewOf(context: PageContext, message: Message) {
  const view = messageView(context, message, []);
  const head = headOf(context, message);
  return {
    ...frameView(context, {
      kind: "message",
      title: nameOf(message),
      summary: summaryOf(context, message),
      entity: message,
      shown: shownWith(context.site, message),
    }),
    used: message.used,
    ...head,
    ...usesOf(context, message, head.sentences.length),
    message: view,
    ...partedDescription(view.description),
    pages: treePages(context, message),
  };
}

function useItem({ reply, channel, ...link }: ReturnType<typeof rowOf>, words: Words): Item {
  onlyFields<keyof EntityLink>()(link);
  return { line: joinLines([link, joinLines([link.direction.name, reply ? words("site.reply") : "", channel], " — ")], ": ") };
}

function blocksOf(view: ReturnType<typeof viewOf>, words: Words): Block[] {
  const { used, route = [], uses, allUses, channels, message, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof FrameView>>(rest, {
    sentences: "the list of uses says it",
    hasUses: "whether the page shows the list of uses",
    intro: "the description, as `message` has it",
    about: "as `intro`",
  });
  const more = allUses.more > 0 ? [{ line: { text: words("site.more", { count: allUses.more }), href: allUses.href } }] : [];
  const all = [...uses.map((use) => useItem(use, words)), ...more, ...channels.items.map((line) => ({ line }))];
  const facts = used ? [] : [{ line: words("site.unused") }];
  const lead = route.map((each) => ({ line: routeLine(each, words) }));
  return framedBlocks(rest, words, { facts, lead }, ...messageTold(message, words), { parts: section(words("site.used-by"), listOf(all)) });
}

/** The page of a message: its schema, an example beside it, and who sends and receives it. */
export function messagePage(site: SiteContext, message: Message): Page {
  return entityPage(site, message, viewOf, blocksOf);
}
