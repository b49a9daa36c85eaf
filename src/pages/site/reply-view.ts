import type { Message, Reply } from "#model";
import type { PageContext } from "./context.ts";
import { describedView } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { lostThings } from "./lost-view.ts";
import { messageRow, messageView, REPLY } from "./message-view.ts";
import { visible } from "./visible.ts";

/** Up to so many messages of a reply are told in full: who asks has to read the answer. */
const FULL = 2;

/** Those of a reply's messages that its operation's page tells in full: few, and not those that it tells already. */
function fullOf({ messages }: Reply, told: readonly Message[]): readonly Message[] {
  return messages.length > FULL ? [] : messages.filter((message) => !told.includes(message));
}

/** Where the answer goes, and what it is. */
export function replyView(context: PageContext, reply: Reply, told: readonly Message[]) {
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
