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

/** Operations of one direction as one badge: the only one there is, or how many, on the channel's page. */
function badges(context: PageContext, channel: Channel) {
  const ways = new Map<Operation["direction"], Operation[]>();
  for (const operation of channel.operations) ways.set(operation.direction, [...(ways.get(operation.direction) ?? []), operation]);
  return [...ways.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const direction = directionOf(context.site, first);
    if (others.length === 0) return [{ ...entityLink(context, first), direction, count: 0 }];
    const count = others.length + 1;
    const { routes, words } = context.site;
    const href = routes.relative(context.path, routes.pageOf(channel), "operations");
    return [{ href, direction, count, text: words("site.number-of-operations", { count }) }];
  });
}

/** A channel in a table: what goes over it, and which way. */
export function channelRow(context: PageContext, channel: Channel) {
  return {
    ...entityLink(context, channel),
    address: isDisplayNamed(channel) ? visible(channel.address ?? "") : "",
    operations: badges(context, channel),
    messages: entityLinks(context, channel.messages, 4),
    summary: summary(context, channel),
  };
}
