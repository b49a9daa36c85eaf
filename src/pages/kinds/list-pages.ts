import type { Channel, Entity, Message, NamedSchema, Operation } from "#model";
import { addressOnWire, opposite, usesOfMessage } from "#model";
import type { Words } from "#text";
import { groupBy, MOST_IN_SENTENCE, MOST_ON_PAGE } from "#text";
import type { Block, Item, Line } from "../blocks/index.ts";
import { htmlOnly, joinLines, listOf, named, onlyFields, sentence } from "../blocks/index.ts";
import type { EntityLink, FrameView, Listing, Page, PageContext, SiteContext } from "../frame/index.ts";
import {
  createPageContext,
  entityLink,
  entityLinks,
  entityLinksLine,
  framedBlocks,
  frameView,
  isDisplayNamed,
  operationDirection,
  summaryOf,
  wayOf,
} from "../frame/index.ts";
import { messageItem, messageRow } from "./message-view.ts";

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

/** The directions in which a message goes, each once. */
function directionsOf({ site }: PageContext, message: Message) {
  const all = usesOfMessage(message, MOST_ON_PAGE).map(({ operation, direction }) => operationDirection(site, operation, direction));
  return [...new Map(all.map((each) => [each.way, each])).values()];
}

function listedMessageRow(context: PageContext, message: Message) {
  return { ...messageRow(context, message), directions: directionsOf(context, message), unused: !message.used };
}

/** An item that links to a thing, and what is said of it. */
function linkItem(link: EntityLink, said: readonly Line[]): Item {
  return { line: joinLines([link, joinLines(said, " — ")], ": ") };
}

function channelItem({ address, operations, messages, summary, long, ...link }: ReturnType<typeof channelRow>, words: Words): Item {
  htmlOnly({ long }, { long: "a class" });
  onlyFields<keyof EntityLink>()(link);
  const ways = operations.map((each): Line => [`${each.direction.short} `, { text: each.text, href: each.href }]);
  const none = operations.length === 0 ? words("site.no-operations") : "";
  return linkItem(link, [address === "" ? "" : { code: address }, none, joinLines(ways, ", "), entityLinksLine(messages, words), summary]);
}

function operationItem({ id, channel, summary, ...link }: ReturnType<typeof operationRow>): Item {
  onlyFields<keyof EntityLink>()(link);
  return linkItem(link, [id === "" ? "" : { code: id }, link.direction.short, channel ?? "", summary]);
}

function listedMessageItem({ directions, unused, ...row }: ReturnType<typeof listedMessageRow>, words: Words): Item {
  const ways = directions.map(({ short }) => short).join(", ");
  const { line } = messageItem(row);
  return { line: joinLines([line, ways, unused ? words("site.unused") : ""], " — ") };
}

function schemaItem({ type, summary, uses, unused, ...link }: ReturnType<typeof schemaRow>, words: Words): Item {
  onlyFields<keyof EntityLink>()(link);
  const used = unused ? words("site.unused") : `${words("site.uses")}: ${uses}`;
  return linkItem(link, [type === "" ? "" : { code: type }, summary, used]);
}

/** How a row of a list is made, and how it is said in Markdown. */
interface Rows {
  readonly row: (context: PageContext, entity: Entity) => object;
  readonly item: (row: object, words: Words) => Item;
}

function rowsOf<Row extends object>(row: (context: PageContext, entity: never) => Row, item: (row: Row, words: Words) => Item): Rows {
  return { row: (context, entity) => row(context, entity as never), item: (made, words) => item(made as Row, words) };
}

const ROWS: Readonly<Record<Listing["kind"], Rows>> = {
  channel: rowsOf(channelRow, channelItem),
  operation: rowsOf(operationRow, operationItem),
  message: rowsOf(listedMessageRow, listedMessageItem),
  schema: rowsOf(schemaRow, schemaItem),
};

/** The rows of one page with the headings of their groups. A group may continue from the page before. */
function groupsOn(context: PageContext, listing: Listing, index: number) {
  const { words } = context.site;
  return listing.groupsOn(index).map(({ group, items }) => {
    const { path, anchor } = listing.placeOf(group);
    return {
      name: listing.groups.length < 2 ? "" : group.name || words("site.other-group"),
      anchor,
      begins: path === context.path,
      count: group.items.length,
      rows: items.map((entity) => ROWS[listing.kind].row(context, entity)),
    };
  });
}

/** How many groups the links above a list name. */
const MOST_JUMPS = 60;

function viewOf(context: PageContext, listing: Listing, index: number) {
  const { words, routes } = context.site;
  const title = words(`site.${listing.kind}s`);
  const lead = words(`site.${listing.kind}s-lead`);
  const groups = groupsOn(context, listing, index);
  const jumpTo = (group: Listing["groups"][number], text = group.name || words("site.other-group")) => {
    const { path, anchor } = listing.placeOf(group);
    return { href: routes.relative(context.path, path, anchor), text, count: group.items.length };
  };
  const [next] = listing.groups.slice(MOST_JUMPS);
  const left = next ? [{ ...jumpTo(next, words("site.more", { count: listing.groups.length - MOST_JUMPS })), count: undefined }] : [];
  const jumps = [...listing.groups.slice(0, MOST_JUMPS).map((group) => jumpTo(group)), ...left];
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

function blocksOf({ lead, listKind, groups, ...rest }: ReturnType<typeof viewOf>, words: Words): Block[] {
  htmlOnly<Omit<typeof rest, keyof FrameView>>(rest, {
    isChannels: "which table the page shows",
    isOperations: "as `isChannels`",
    isMessages: "as `isChannels`",
    isSchemas: "as `isChannels`",
    count: "the items say it",
    jumps: "links to the sections",
  });
  const { item } = ROWS[listKind];
  const parts = groups.flatMap(({ name, rows, ...group }) => {
    htmlOnly(group, { anchor: "the anchor", begins: "whether the anchor stands here", count: "the items say it" });
    const items = listOf(rows.map((row) => item(row, words)));
    return name === "" ? items : [named(name, items)];
  });
  return framedBlocks(rest, words, { lead: sentence(lead), parts });
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
        blocks: (view: ReturnType<typeof viewOf>) => blocksOf(view, site.words),
      })),
    );
}

/** The summary of a channel, or those of all its operations. That of one side would say only half of it. */
function summary(context: PageContext, channel: Channel): string {
  const own = summaryOf(context, channel);
  if (own !== "") return own;
  const texts = new Set(channel.operations.map((operation) => summaryOf(context, operation)).filter((text) => text !== ""));
  const more = texts.size > MOST_IN_SENTENCE ? [context.site.words("site.more", { count: texts.size - MOST_IN_SENTENCE })] : [];
  return [...[...texts].slice(0, MOST_IN_SENTENCE), ...more].join(" · ");
}

/** The badge for the operations of one direction: a link to the only one, or their number with a link to the channel. */
function badges(context: PageContext, channel: Channel) {
  return [...groupBy(channel.operations, wayOf).values()].flatMap(([first, ...others]) => {
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
