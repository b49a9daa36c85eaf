import type { Message, Operation, Reply } from "#model";
import { anchorFor } from "#model";
import { addressParts } from "./address-parts.ts";
import { bindingViews } from "./bindings-view.ts";
import { commandsView } from "./commands-view.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { FULL_MESSAGES } from "./continued-trees.ts";
import { describedView, summaryOf, tagViews } from "./described-view.ts";
import { operationDiagram } from "./diagram-view.ts";
import { directionSentence, directionView } from "./direction.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import type { Frame } from "./frame.ts";
import { frameView } from "./frame.ts";
import { hasNoMessage, lostThings } from "./lost-view.ts";
import { messageRow, messageView, REPLY } from "./message-view.ts";
import { nameOf } from "./name-of.ts";
import type { Page } from "./page.ts";
import { parameterViews } from "./parameter-view.ts";
import { accessView } from "./security-view.ts";
import { serverRow } from "./server-view.ts";
import { wholeTraitViews } from "./trait-views.ts";
import { continuedContext, treePages } from "./tree-continuation.ts";
import { visible } from "./visible.ts";

/** Up to so many messages of a reply are told in full: who asks has to read the answer. */
const FULL = 2;

/** Those of a reply's messages that its operation's page tells in full: few, and not those that it tells already. */
function fullOf({ messages }: Reply, told: readonly Message[]): readonly Message[] {
  return messages.length > FULL ? [] : messages.filter((message) => !told.includes(message));
}

/** Where the answer goes, and what it is. */
function replyView(context: PageContext, reply: Reply, told: readonly Message[]) {
  const { address, channel, messages } = reply;
  const full = fullOf(reply, told);
  const rows = messages.filter((message) => !full.includes(message));
  return {
    ...(address
      ? { address: { location: visible(address.location?.value ?? ""), ...describedView(context, address, { prefix: "reply-address", level: 3 }) } }
      : {}),
    ...(channel ? { channel: entityLink(context, channel) } : {}),
    lost: lostThings(context, reply.unresolved),
    messages: rows.slice(0, context.site.settings.limits.listRows).map((message) => messageRow(context, message)),
    full: full.map((message) => messageView(context, message, [REPLY, message.id])),
    ...describedView(context, reply, { prefix: "reply", level: 3 }),
  };
}

function frameOf(context: PageContext, operation: Operation): Frame {
  const { words } = context.site;
  const full = operation.messages.slice(0, FULL_MESSAGES);
  return {
    kind: "operation",
    title: nameOf(operation),
    summary: summaryOf(context, operation),
    entity: operation,
    shown: [...full, ...(operation.reply?.messages ?? [])],
    contents: [
      operation.channel?.parameters.length ? ["parameters", words("site.parameters")] : undefined,
      ...full.map((message) => [anchorFor("message", message.id), visible(message.title)] as const),
      operation.messages.length > FULL_MESSAGES ? ["more-messages", words("site.more-messages")] : undefined,
      operation.reply ? ["reply", words("site.reply")] : undefined,
      operation.bindings.length > 0 ? ["bindings", words("site.bindings")] : undefined,
      operation.traits.length > 0 ? ["traits", words("site.traits")] : undefined,
    ],
  };
}

/** The views of the messages: the first ones in full, the others as rows. */
function messagesOf(context: PageContext, operation: Operation) {
  const { messages, unresolved } = operation;
  const rows = messages.slice(FULL_MESSAGES, context.site.settings.limits.listRows);
  return {
    lost: lostThings(context, unresolved),
    hasNoMessage: hasNoMessage(operation),
    messages: messages.slice(0, FULL_MESSAGES).map((message) => messageView(context, message, ["message", message.id])),
    moreMessages: rows.map((message) => messageRow(context, message)),
    single: messages.length === 1,
    choice: messages.length > 1 ? context.site.words("site.one-of-messages", { count: messages.length }) : "",
  };
}

function viewOf(context: PageContext, operation: Operation) {
  const { site } = context;
  const { channel } = operation;
  const servers = channel?.availableOn ?? (operation.unresolved.channel === undefined ? site.api.servers : []);
  const diagram = operationDiagram(context, operation);
  const commands = commandsView(context, operation);
  return {
    ...frameView(context, frameOf(context, operation)),
    id: operation.isNamed ? visible(operation.id) : "",
    direction: directionView(site, operation.direction),
    sentence: directionSentence(site, operation),
    ...(diagram ? { diagram } : {}),
    summary: visible(operation.summary?.value ?? ""),
    deprecated: operation.deprecated,
    tags: tagViews(context, operation.tags),
    ...(channel ? { channel: { ...entityLink(context, channel), address: addressParts(channel.address ?? ""), known: channel.address !== null } } : {}),
    servers: servers.slice(0, 12).map((server) => serverRow(context, server)),
    moreServers: Math.max(0, servers.length - 12),
    access: accessView(context, operation, servers),
    parameters: parameterViews(context, channel),
    ...messagesOf(context, operation),
    ...(operation.reply ? { reply: replyView(context, operation.reply, operation.messages.slice(0, FULL_MESSAGES)) } : {}),
    repliesTo: entityLinks(context, operation.repliesTo),
    bindings: bindingViews(context, operation.bindings),
    commands,
    hasCommandTabs: commands.length > 1,
    traits: wholeTraitViews(context, operation.traits),
    pages: treePages(context, operation),
    ...describedView(context, operation, { prefix: "operation", level: 2 }),
  };
}

/** The page of an operation: who sends what where, and everything that is needed to do so. */
export function operationPage(site: SiteContext, operation: Operation): Page {
  const path = site.routes.pageOf(operation);
  return {
    path,
    kind: "operation",
    id: operation.id,
    title: operation.title,
    template: "pages/operation",
    view: () => viewOf(continuedContext(site, operation), operation),
  };
}
