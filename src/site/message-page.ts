import type { Message } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { summaryOf } from "./described-view.ts";
import { directionOf } from "./direction.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import { nameOf } from "./name-of.ts";
import { frameView, type Frame } from "./frame.ts";
import { messageView } from "./message-view.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { usesView } from "./uses.ts";

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

/** Who sends and who receives it, in document order. */
function usesOf(context: PageContext, message: Message) {
  const rows = context.site.settings.limits.listRows;
  return {
    uses: message.operations.slice(0, rows).map((operation) => ({
      ...entityLink(context, operation),
      direction: directionOf(context.site, operation),
      ...(operation.channel ? { channel: entityLink(context, operation.channel) } : {}),
    })),
    allUses: usesView(context, message),
    channels: entityLinks(context, message.channels, rows),
  };
}

function viewOf(context: PageContext, message: Message) {
  return {
    ...frameView(context, frameOf(context, message)),
    used: message.used,
    ...usesOf(context, message),
    message: messageView(context, message, []),
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
    view: () => viewOf(createPageContext(site, path), message),
  };
}
