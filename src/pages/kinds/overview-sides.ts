import type { Api, Channel, Operation } from "#model";
import { addressOnWire, lostReference } from "#model";
import type { Words } from "#text";
import { MOST_LISTED, MOST_ON_CARD, MOST_ON_PAGE } from "#text";
import { fact, htmlOnly, joinLines, listOf, named, section, sentence, type Block, type Item, type Told } from "../blocks/index.ts";
import type { PageContext, Group, Listing } from "../frame/index.ts";
import {
  summaryOf,
  directionDoubt,
  directionView,
  routeText,
  routeView,
  wayOf,
  type Way,
  entityLink,
  entityLinksLine,
  addressInsteadOfName,
  errorsIn,
  shorten,
  distinctProtocols,
} from "../frame/index.ts";
import { addressLine, addressParts } from "./server-view.ts";

/** From this many channels on, the overview shows groups. */
const GROUPS_FROM = 30;
/** The most operations of one direction. */
const MOST_OPERATIONS = 30;

function operationRow(context: PageContext, operation: Operation) {
  const { channel } = operation;
  const link = entityLink(context, operation);
  const address = (channel && addressOnWire(channel)) ?? "";
  const text = addressInsteadOfName(operation) ?? link.text;
  return {
    href: link.href,
    text,
    label: text === link.text ? link.label : { name: shorten(text) },
    deprecated: link.deprecated,
    summary: summaryOf(context, operation),
    address: address === text ? [] : addressParts(address),
    protocols: distinctProtocols(context.site, channel?.availableOn ?? []),
    errors: errorsIn(context.site, operation)?.text ?? "",
  };
}

const WAYS: readonly Way[] = ["send", "receive", "unread"];
const ANCHORS: Readonly<Record<Way, string>> = { send: "sent", receive: "received", unread: "unread" };

/** "Orders API sends → you can receive". */
function headingOf(site: PageContext["site"], way: Way): string {
  return way === "unread" ? site.words("site.direction-unread") : routeText(routeView(site, undefined, way));
}

/** The operations of one direction. */
function sideView(context: PageContext, way: Way) {
  const { api, navigation, routes, words } = context.site;
  const operations = ((navigation.listings.get("operation")?.entities ?? []) as readonly Operation[]).filter(
    (operation) => wayOf(operation) === way,
  );
  const shown = operations.slice(0, MOST_OPERATIONS);
  const [all = ""] = navigation.listings.get("operation")?.pages ?? [];
  return {
    direction: directionView(context.site, way),
    heading: headingOf(context.site, way),
    anchor: ANCHORS[way],
    count: words("site.number-of-operations", { count: operations.length }),
    items: shown.map((operation) => operationRow(context, operation)),
    href: routes.relative(context.path, all),
    all: operations.length > shown.length ? words("site.all-of-operations", { count: api.operations.length }) : "",
    // A reply goes in the opposite direction of its operation.
    empty: operations.length === 0 && api.operations.some(({ reply }) => reply) ? words("site.only-replies") : "",
  };
}

/** The boxes of both directions. A third box is for operations whose direction could not be read. An empty one is left out. */
function sidesOf(context: PageContext) {
  const sides = WAYS.map((way) => sideView(context, way));
  return sides.filter(({ anchor, items, empty }) => items.length > 0 || (anchor !== ANCHORS.unread && empty !== ""));
}

/** Channels that no operation and no reply uses. */
function silentView(context: PageContext, channels: readonly Channel[]) {
  const silent = channels.filter(
    (channel) => channel.operations.length + channel.replies.length === 0 && lostReference(channel) === undefined,
  );
  return {
    items: silent.slice(0, MOST_LISTED).map((channel) => entityLink(context, channel)),
    more: Math.max(0, silent.length - MOST_LISTED),
  };
}

/** The tags of the document by title, for the descriptions of groups. */
function describedTags(api: Api): ReadonlyMap<string, Api["allTags"][number]> {
  return new Map(api.allTags.map((tag) => [tag.title, tag]));
}

/** A link by the name of a channel: to its only operation, which says everything, otherwise to the channel. */
function channelLink(context: PageContext, channel: Channel) {
  const [operation, ...others] = channel.operations;
  const link = entityLink(context, channel);
  return operation && others.length + channel.replies.length === 0 ? { ...link, href: context.href(operation) } : link;
}

function groupView(context: PageContext, listing: Listing, group: Group) {
  const { routes, words, prose, memo, api } = context.site;
  const channels = group.items as readonly Channel[];
  const operations = channels.flatMap((channel) => channel.operations);
  const of = (way: Way) => {
    const count = operations.filter((operation) => wayOf(operation) === way).length;
    return { count, said: words("site.number-of-operations", { count }), direction: directionView(context.site, way) };
  };
  const { path, anchor } = listing.placeOf(group);
  const tag = memo.of(describedTags, api).get(group.name);
  return {
    text: group.name || words("site.other-group"),
    href: routes.relative(context.path, path, anchor),
    summary: tag ? shorten(prose.plain(tag.description)) : "",
    ways: WAYS.map(of).filter(({ count }) => count > 0),
    channels: channels.slice(0, MOST_ON_CARD).map((channel) => channelLink(context, channel)),
    all: words("site.all-of", { count: channels.length }),
  };
}

/** Operations by direction, or groups of channels if there are many. */
export interface GoesView {
  readonly ways?: readonly ReturnType<typeof sideView>[];
  readonly silent: ReturnType<typeof silentView>;
  readonly doubt: string;
  readonly groupsTitle?: string;
  readonly channelGroups?: readonly ReturnType<typeof groupView>[];
  readonly moreGroups?: number;
  readonly channelsHref?: string;
  readonly hasFilter?: boolean;
}

/** What the application sends and receives: operations by direction, or groups if there are many channels. */
export function goesView(context: PageContext): GoesView {
  const { api, navigation, routes, words } = context.site;
  const doubt = api.operations.some(({ isDirectionKnown }) => isDirectionKnown) ? directionDoubt(context.site) : "";
  const listing = navigation.listings.get("channel");
  const channels = (listing?.entities ?? []) as readonly Channel[];
  if (listing && channels.length >= GROUPS_FROM && listing.groups.length > 1) {
    const groups = listing.groups.slice(0, MOST_ON_PAGE);
    const [first = ""] = listing.pages;
    return {
      groupsTitle: words("site.number-of-groups", { count: listing.groups.length }),
      channelGroups: groups.map((group) => groupView(context, listing, group)),
      moreGroups: Math.max(0, listing.groups.length - groups.length),
      channelsHref: routes.relative(context.path, first),
      hasFilter: groups.length > 6,
      silent: { items: [], more: 0 },
      doubt,
    };
  }
  return {
    ...(api.operations.length > 0 ? { ways: sidesOf(context) } : {}),
    silent: silentView(context, channels),
    doubt,
  };
}

function operationItem({ text, href, summary, address, protocols, errors, ...rest }: ReturnType<typeof operationRow>): Item {
  htmlOnly(rest, { label: "the text, with places where it may break", deprecated: "a class" });
  const facts = joinLines([summary, addressLine(address), protocols, errors], " — ");
  return { line: joinLines([{ text, href }, facts], ": ") };
}

function sideBlock({ heading, items, href, all, empty, ...rest }: ReturnType<typeof sideView>): Block {
  htmlOnly(rest, { direction: "the heading says it", anchor: "the anchor", count: "the items say it" });
  const more = all === "" ? [] : [{ line: { text: all, href } }];
  return named(heading, items.length === 0 ? sentence(empty) : listOf([...items.map(operationItem), ...more]));
}

function groupItem({ text, href, summary, ways, ...rest }: ReturnType<typeof groupView>): Item {
  htmlOnly(rest, { channels: "the list of the group has them", all: "the words of a link to the same" });
  return { line: joinLines([{ text, href }, summary, ...ways.map(({ direction, said: count }) => `${direction.name}: ${count}`)], " — ") };
}

/** What the application sends and receives. */
export function goesTold(view: GoesView, words: Words): Told {
  const { groupsTitle = "", channelGroups = [], moreGroups = 0, channelsHref = "", ways = [], silent, doubt, ...rest } = view;
  htmlOnly(rest, { hasFilter: "whether groups can be searched" });
  const more = moreGroups > 0 ? [{ line: { text: words("site.more", { count: moreGroups }), href: channelsHref } }] : [];
  return {
    facts: fact(words("site.silent"), entityLinksLine(silent, words)),
    parts: [...sentence(doubt), ...ways.map(sideBlock), ...section(groupsTitle, listOf([...channelGroups.map(groupItem), ...more]))],
  };
}
