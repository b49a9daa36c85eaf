import { usesOfMessage, type Message, type MessageUse } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { continuedContext, treePages } from "./tree-continuation.ts";
import { summaryOf } from "./described-view.ts";
import { directionView } from "./direction.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import { nameOf } from "./name-of.ts";
import { frameView, type Frame } from "./frame.ts";
import { messageView } from "./message-view.ts";
import type { Page } from "./page.ts";
import { usesView } from "./uses-pages.ts";

function frameOf(context: PageContext, message: Message): Frame {
  const { words } = context.site;
  return {
    kind: "message",
    title: nameOf(message),
    summary: summaryOf(context, message),
    entity: message,
    contents: [
      message.headers ? ["headers", words("site.headers")] : undefined,
      message.payload ? ["payload", words("site.payload")] : undefined,
      message.bindings.length > 0 ? ["bindings", words("site.bindings")] : undefined,
      message.traits.length > 0 ? ["traits", words("site.traits")] : undefined,
      message.operations.length + message.channels.length > 0 ? ["used-by", words("site.used-by")] : undefined,
    ],
  };
}

function rowOf(context: PageContext, { operation, direction, channel, isReply }: MessageUse) {
  return {
    ...entityLink(context, operation),
    direction: directionView(context.site, direction),
    reply: isReply,
    ...(channel ? { channel: entityLink(context, channel) } : {}),
  };
}

/** Who sends and who receives it, in document order, and the channels that have it without an operation that says so. */
function usesOf(context: PageContext, message: Message) {
  const rows = context.site.settings.limits.listRows;
  const uses = usesOfMessage(message, rows).map((use) => rowOf(context, use));
  const told = new Set(uses.map(({ channel }) => channel?.href));
  const others = message.channels.slice(0, rows).filter((channel) => !told.has(context.href(channel)));
  return { uses, allUses: usesView(context, message), channels: entityLinks(context, others, rows) };
}

function viewOf(context: PageContext, message: Message) {
  return {
    ...frameView(context, frameOf(context, message)),
    used: message.used,
    ...usesOf(context, message),
    message: messageView(context, message, []),
    pages: treePages(context, message),
  };
}

/** The page of a message: what it holds, an example beside it, and who sends and receives it. */
export function messagePage(site: SiteContext, message: Message): Page {
  const path = site.routes.pageOf(message);
  return {
    path,
    kind: "message",
    id: message.id,
    title: message.title,
    template: "pages/message",
    examples: site.verdicts.counts(message),
    view: () => viewOf(continuedContext(site, message), message),
  };
}
