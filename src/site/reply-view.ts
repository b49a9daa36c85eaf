import type { Reply } from "#model";
import type { PageContext } from "./context.ts";
import { describedView } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { messageRow } from "./message-view.ts";
import { visible } from "./visible.ts";

/** Where the answer goes, and what it is. */
export function replyView(context: PageContext, reply: Reply) {
  const { address, channel, messages } = reply;
  return {
    ...(address
      ? { address: { location: visible(address.location?.value ?? ""), ...describedView(context, address, { prefix: "reply-address", level: 3 }) } }
      : {}),
    ...(channel ? { channel: entityLink(context, channel) } : {}),
    messages: messages.slice(0, context.site.settings.limits.listRows).map((message) => messageRow(context, message)),
    ...describedView(context, reply, { prefix: "reply", level: 3 }),
  };
}
