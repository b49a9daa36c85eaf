import { addressOnWire, opposite, type Channel, type Operation } from "#model";
import type { PageContext } from "../frame/index.ts";
import { summaryOf, operationDirection, wayOf, type Way, entityLink, entityLinks, isDisplayNamed } from "../frame/index.ts";

/** The summary of a channel, or those of all its operations. That of one side would say only half of it. */
function summary(context: PageContext, channel: Channel): string {
  const own = summaryOf(context, channel);
  if (own !== "") return own;
  const texts = new Set(channel.operations.map((operation) => summaryOf(context, operation)).filter((text) => text !== ""));
  return [...texts].slice(0, MOST_SUMMARIES).join(" · ");
}

/** The most summaries of operations that stand for that of a channel. */
const MOST_SUMMARIES = 4;

/** The badge for the operations of one direction: a link to the only one, or their number with a link to the channel. */
function badges(context: PageContext, channel: Channel) {
  const ways = new Map<Way, Operation[]>();
  for (const operation of channel.operations) ways.set(wayOf(operation), [...(ways.get(wayOf(operation)) ?? []), operation]);
  return [...ways.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const direction = operationDirection(context.site, first);
    if (others.length === 0) return [{ ...entityLink(context, first), direction, count: 0 }];
    const count = others.length + 1;
    const { routes, words } = context.site;
    const href = routes.relative(context.path, routes.pageOf(channel), "operations");
    return [{ href, direction, count, text: words("site.number-of-operations", { count }) }];
  });
}

/** The badge for replies: a channel that only carries replies is used, although it has no operation. */
function replyBadges(context: PageContext, channel: Channel) {
  const { routes, words } = context.site;
  return (["receive", "send", "unread"] as const).flatMap((way) => {
    const [first, ...others] = channel.replies.filter((operation) => wayOf(operation) === way);
    if (!first) return [];
    const direction = operationDirection(context.site, first, opposite[first.direction]);
    const short = `${direction.short} ${words("site.reply-short")}`;
    const link = { ...entityLink(context, first), direction: { ...direction, short }, count: 0 };
    if (others.length === 0) return [{ ...link, href: routes.relative(context.path, routes.pageOf(first), "reply") }];
    const count = others.length + 1;
    return [{ ...link, href: context.href(channel), count, text: words("site.number-of-operations", { count }) }];
  });
}

/** Texts up to this length stay on one line of a table, however narrow the column. */
const SHORT = 22;

/** A channel as a row of a table: what goes over it, in which direction. */
export function channelRow(context: PageContext, channel: Channel) {
  const link = entityLink(context, channel);
  const address = addressOnWire(channel);
  return {
    ...link,
    long: link.text.length > SHORT,
    address: isDisplayNamed(channel) || address !== channel.address ? (address ?? "") : "",
    operations: [...badges(context, channel), ...replyBadges(context, channel)],
    messages: entityLinks(context, channel.messages, 4),
    summary: summary(context, channel),
  };
}
