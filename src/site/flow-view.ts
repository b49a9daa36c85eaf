import type { Operation } from "#model";
import type { PageContext } from "./context.ts";
import { entityLink, nameOf } from "./entity-link.ts";
import { shorten } from "./shorten.ts";
import { visible } from "./visible.ts";

/** Boxes on each side; the rest is a link to the list. */
const MOST = 8;

const opposite = { send: "receive", receive: "send" } as const;

function box(context: PageContext, operation: Operation) {
  const [message] = operation.messages;
  const more = operation.messages.length - 1;
  return {
    ...entityLink(context, operation),
    channel: operation.channel ? shorten(nameOf(operation.channel)) : "",
    message: message ? shorten(visible(message.title)) + (more > 0 ? ` +${more}` : "") : "",
  };
}

/** One side of the picture: where it stands is the application's, its words and colour are those of the view that leads. */
function side(context: PageContext, direction: Operation["direction"]) {
  const { api, navigation, routes, settings, words } = context.site;
  const operations = api.operations.filter((operation) => operation.direction === direction);
  const more = operations.length - MOST;
  return {
    way: settings.view === "client" ? opposite[direction] : direction,
    label: words(`site.flow-${settings.view}-${direction}`),
    boxes: operations.slice(0, MOST).map((operation) => box(context, operation)),
    more: more > 0 ? words("site.more", { count: more }) : "",
    href: routes.relative(context.path, navigation.listings.get("operation")?.pages[0] ?? ""),
    count: operations.length,
  };
}

/** The application between what it receives and what it sends, as lists that read as well as they look. */
export function flowView(context: PageContext) {
  const { api, words } = context.site;
  const receives = side(context, "receive");
  const sends = side(context, "send");
  return {
    label: words("site.flow-label", { name: api.info.title, receives: receives.count, sends: sends.count }),
    receives,
    sends,
  };
}
