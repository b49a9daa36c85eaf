import type { Channel, Operation } from "#model";
import type { PageContext } from "./context.ts";
import { summaryOf } from "./described-view.ts";
import { directionOf } from "./direction.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import { isDisplayNamed } from "./name-of.ts";
import { visible } from "./visible.ts";

/** A channel's own summary, else the first that one of its operations has. */
function summary(context: PageContext, channel: Channel): string {
  const own = summaryOf(context, channel);
  if (own !== "") return own;
  return channel.operations.map((operation) => summaryOf(context, operation)).find((text) => text !== "") ?? "";
}

/** A channel in a table: what goes over it, and which way. */
export function channelRow(context: PageContext, channel: Channel) {
  const link = (operation: Operation) => ({ ...entityLink(context, operation), direction: directionOf(context.site, operation) });
  return {
    ...entityLink(context, channel),
    address: isDisplayNamed(channel) ? visible(channel.address ?? "") : "",
    operations: channel.operations.slice(0, 4).map(link),
    moreOperations: Math.max(0, channel.operations.length - 4),
    messages: entityLinks(context, channel.messages, 4),
    summary: summary(context, channel),
  };
}
