import type { Channel, Entity, Message, NamedSchema, Operation } from "#model";
import { addressOnWire, opposite, usesOfMessage } from "#model";
import type { Listing, Page, PageContext, SiteContext, Way } from "../frame/index.ts";
import {
  createPageContext,
  entityLink,
  entityLinks,
  frameView,
  isDisplayNamed,
  operationDirection,
  summaryOf,
  wayOf,
} from "../frame/index.ts";
import { messageRow } from "./message-view.ts";

function operationRow(context: PageContext, operation: Operation) {
  return {
    ...entityLink(context, operation),
    id: operation.id === operation.title ? "" : operation.id,
    direction: operationDirection(context.site, operation),
    ...(operation.channel ? { channel: entityLink(context, operation.channel) } : {}),
    summary: summaryOf(context, operation),
  };
}

function schemaRow(context: PageContext, schema: NamedSchema) {
  const { schemas } = context.site;
  const uses = schemas.usedBy(schema).length;
  const type = schemas.of(schema.source).types.join(" | ");
  return { ...entityLink(context, schema), type, summary: summaryOf(context, schema), uses, unused: uses === 0 };
}

/** The most uses of a message that are looked at for its directions. */
const MOST_USES = 50;

/** The directions in which a message goes, each once. */
function directionsOf({ site }: PageContext, message: Message) {
  const all = usesOfMessage(message, MOST_USES).map(({ operation, direction }) => operationDirection(site, operation, direction));
  return [...new Map(all.map((each) => [each.way, each])).values()];
}

function rowOf(context: PageContext, entity: Entity): object {
  switch (entity.kind) {
    case "channel":
      return { isChannel: true, ...channelRow(context, entity as Channel) };
    case "operation":
      return { isOperation: true, ...operationRow(context, entity as Operation) };
    case "message":
      return {
        isMessage: true,
        ...messageRow(context, entity as Message),
        directions: directionsOf(context, entity as Message),
        unused: !(entity as Message).used,
      };
    default:
      return { isSchema: true, ...schemaRow(context, entity as NamedSchema) };
  }
}

/** The rows of one page with the headings of their groups. A group may continue from the page before. */
function groupsOn(context: PageContext, listing: Listing, { from, to }: { from: number; to: number }) {
  const { words } = context.site;
  const groups: object[] = [];
  let start = 0;
  for (const group of listing.groups) {
    const end = start + group.items.length;
    if (end > from && start < to) {
      const items = group.items.slice(Math.max(0, from - start), to - start);
      const { path, anchor } = listing.placeOf(group);
      groups.push({
        name: listing.groups.length < 2 ? "" : group.name || words("site.other-group"),
        anchor,
        begins: path === context.path,
        count: group.items.length,
        rows: items.map((entity) => rowOf(context, entity)),
      });
    }
    start = end;
  }
  return groups;
}

function viewOf(context: PageContext, listing: Listing, index: number) {
  const { words, routes, settings } = context.site;
  const title = words(`site.${listing.kind}s`);
  const lead = words(`site.${listing.kind}s-lead`);
  const size = settings.limits.listRows;
  const groups = groupsOn(context, listing, { from: index * size, to: (index + 1) * size });
  const jumps = listing.groups.slice(0, 60).map((group) => {
    const { path, anchor } = listing.placeOf(group);
    return {
      href: routes.relative(context.path, path, anchor),
      text: group.name || words("site.other-group"),
      count: group.items.length,
    };
  });
  return {
    ...frameView(context, { kind: "list", title, summary: lead, pages: listing.pages }),
    lead,
    listKind: listing.kind,
    isChannels: listing.kind === "channel",
    isOperations: listing.kind === "operation",
    isMessages: listing.kind === "message",
    isSchemas: listing.kind === "schema",
    count: listing.entities.length,
    groups,
    jumps: listing.groups.length > 1 ? jumps : [],
  };
}

/** The lists of channels, operations, messages and schemas, on numbered pages if one is not enough. */
export function listPages(site: SiteContext): Page[] {
  return [...site.navigation.listings.values()]
    .filter(({ entities }) => entities.length > 0)
    .flatMap((listing) =>
      listing.pages.map((path, index): Page => ({
        path,
        kind: "list",
        id: path.replace(/\.html$/, ""),
        title: site.words(`site.${listing.kind}s`),
        template: "pages/list",
        view: () => viewOf(createPageContext(site, path), listing, index),
      })),
    );
}

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
