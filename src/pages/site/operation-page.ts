import type { Operation } from "#model";
import { anchorFor } from "#model";
import { addressParts } from "./address-parts.ts";
import { bindingViews } from "./bindings-view.ts";
import { FULL_MESSAGES } from "./continued-trees.ts";
import { commandsView } from "./commands-view.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { describedView, summaryOf, tagViews } from "./described-view.ts";
import { operationDiagram } from "./diagram-view.ts";
import { directionView, directionSentence } from "./direction.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import { nameOf } from "./name-of.ts";
import { frameView, type Frame } from "./frame.ts";
import { messageRow, messageView } from "./message-view.ts";
import type { Page } from "./page.ts";
import { parameterViews } from "./parameter-view.ts";
import { replyView } from "./reply-view.ts";
import { continuedContext, treePages } from "./tree-continuation.ts";
import { hasNoMessage, lostThings } from "./lost-view.ts";
import { accessView } from "./security-view.ts";
import { serverRow } from "./server-view.ts";
import { wholeTraitViews } from "./trait-views.ts";
import { visible } from "./visible.ts";

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
  const access = accessView(context, operation, servers);
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
    ...(access ? { access } : {}),
    parameters: parameterViews(context, channel),
    ...messagesOf(context, operation),
    ...(operation.reply ? { reply: replyView(context, operation.reply, operation.messages.slice(0, FULL_MESSAGES)) } : {}),
    repliesTo: entityLinks(context, operation.repliesTo),
    bindings: bindingViews(context, operation.bindings),
    commands,
    hasCommandTabs: commands.length > 1,
    traits: wholeTraitViews(context, operation),
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
