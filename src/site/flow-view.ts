import type { Operation } from "#model";
import type { PageContext } from "./context.ts";
import { entityLink, nameOf } from "./entity-link.ts";
import { shorten } from "./shorten.ts";
import { visible } from "./visible.ts";

/** Boxes on each side; the rest is a link to the list. */
const MOST = 8;

function box(context: PageContext, operation: Operation) {
  const [message] = operation.messages;
  const more = operation.messages.length - 1;
  return {
    ...entityLink(context, operation),
    channel: operation.channel ? shorten(nameOf(operation.channel)) : "",
    message: message ? shorten(visible(message.title)) + (more > 0 ? ` +${more}` : "") : "",
  };
}

function side(context: PageContext, operations: readonly Operation[]) {
  const { navigation, routes, words } = context.site;
  const more = operations.length - MOST;
  return {
    boxes: operations.slice(0, MOST).map((operation) => box(context, operation)),
    more: more > 0 ? words("site.more", { count: more }) : "",
    href: routes.relative(context.path, navigation.listings.get("operation")?.pages[0] ?? ""),
    count: operations.length,
  };
}

/** The application between what it receives and what it sends, as lists that read as well as they look. */
export function flowView(context: PageContext) {
  const { api, words } = context.site;
  const receives = api.operations.filter(({ direction }) => direction === "receive");
  const sends = api.operations.filter(({ direction }) => direction === "send");
  return {
    label: words("site.flow-label", { name: api.info.title, receives: receives.length, sends: sends.length }),
    receives: side(context, receives),
    sends: side(context, sends),
  };
}
