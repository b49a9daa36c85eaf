import type { Channel, Entity, Operation } from "#model";
import { addNew } from "#text";
import type { Line } from "../blocks/index.ts";
import type { PageContext } from "./context.ts";
import type { EntityLink } from "./entity-link.ts";
import { entityLink } from "./entity-link.ts";
import type { Group, ListedKind, Listing } from "./navigation.ts";
import { nameOf, shorten, protocolsOf } from "./names.ts";
import { errorsIn } from "./problems-view.ts";
import { singletons } from "./singletons.ts";

/**
 * Up to this many channels and operations, the sidebar shows all. In a larger document it shows those around the current channel, so
 * that pages do not grow with the document.
 */
const ALL = 80;
/** The most links and groups on each side of the current one, and the most operations of a channel. */
const WINDOW = { items: 7, groups: 10, operations: 6 };
/** If no group is current, groups are unfolded from the first until this many channels are visible. */
const SEEN = 8;

/** The items around an index, `reach` on each side. Near an end there are more on the other side. */
function around<T>(list: readonly T[], index: number, reach: number): readonly T[] {
  const start = Math.max(0, Math.min(index - reach, list.length - 2 * reach - 1));
  return list.slice(start, start + 2 * reach + 1);
}

/** The name of a channel without what its group says: the group's name, or a beginning that all of its channels share. */
function shortName(link: EntityLink, listing: Listing | undefined, entity: Entity): Line {
  const group = listing?.groupOf(entity);
  if (!group || listing?.kind !== "channel") return link.label;
  const { text } = link;
  const isNamed = group.name !== "" && text.startsWith(group.name) && /^[/.:].{2}/.test(text.slice(group.name.length));
  if (isNamed) return { name: text.slice(group.name.length + 1) };
  const start = listing.sharedStart(group);
  return start === 0 ? link.label : { name: text.slice(start), after: "ellipsis" };
}

function linkTo(context: PageContext, entity: Entity, current: Entity | undefined) {
  const link = entityLink(context, entity);
  return {
    ...link,
    /** The name without the part that a heading above it already says. */
    short: shortName(link, context.site.navigation.listings.get(entity.kind as ListedKind), entity),
    current: entity === current,
    /** The errors that the page of a channel or operation shows. */
    errors: entity.kind === "operation" || entity.kind === "channel" ? errorsIn(context.site, entity as Channel | Operation) : undefined,
  };
}

/** The letters and digits of a name, to compare two spellings. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

/**
 * Whether the name of an operation says no more than that of its channel. An operation without an id is named by its verb and the
 * channel.
 */
function isRepeat(operation: Operation, channel: Channel): boolean {
  const name = plain(nameOf(operation));
  const verbs = ["", "publish", "subscribe", "send", "receive"];
  return [channel.title, nameOf(channel)].some((of) => verbs.some((verb) => name === plain(verb + of) || name === plain(of + verb)));
}

/** Names that several operations of a channel have. */
function sharedNames({ operations }: Channel): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(operations.map(nameOf).filter((name) => !addNew(seen, name)));
}

/** The link to an operation below its channel. A name that only repeats the channel's is left out. */
function operationLink(
  context: PageContext,
  operation: Operation,
  channel: Channel,
  current: Entity | undefined,
): ReturnType<typeof linkTo> {
  const link = linkTo(context, operation, current);
  if (!operation.isNamed && isRepeat(operation, channel)) return { ...link, short: "" };
  const name = nameOf(operation);
  const isShared = context.site.memo.of(sharedNames, channel).has(name);
  return isShared ? link : { ...link, short: { name: shorten(name) } };
}

/** Whether the channels of a document differ in their protocols. */
function differs({ channels }: PageContext["site"]["api"]): { readonly protocols: boolean } {
  return { protocols: new Set(channels.map(({ availableOn }) => protocolsOf(availableOn))).size > 1 };
}

/** The protocols of a channel's servers; empty where all channels of the document agree. */
export function distinctProtocols({ api, memo }: Pick<PageContext["site"], "api" | "memo">, servers: Channel["servers"]): string {
  return memo.of(differs, api).protocols ? shorten(protocolsOf(servers)) : "";
}

/** A channel and its operations. The address is given if the row has the name of the only operation. */
function branchOf(context: PageContext, channel: Channel, current: Entity | undefined) {
  const { operations } = channel;
  const link = linkTo(context, channel, current);
  const protocols = distinctProtocols(context.site, channel.servers);
  const [only] = operations;
  // A channel that lives on the page of its only operation is one row with it, and so is one whose operation's name adds nothing.
  const isOne = only && operations.length === 1;
  if (isOne && (context.site.routes.anchorOf(channel) !== undefined || isRepeat(only, channel))) {
    const { href, direction, errors, text, deprecated } = linkTo(context, only, current);
    const named =
      only.isNamed && !isRepeat(only, channel) ? { text, address: link.text, mono: false, short: { name: shorten(nameOf(only)) } } : {};
    return {
      ...link,
      ...named,
      errors,
      deprecated: link.deprecated || deprecated,
      ...(direction ? { direction } : {}),
      href: link.current ? link.href : href,
      current: link.current || only === current,
      protocols,
      operations: [],
      more: 0,
    };
  }
  const at = operations.findIndex((operation) => operation === current);
  const shown = operations.length <= 2 * WINDOW.operations ? operations : around(operations, Math.max(0, at), WINDOW.operations / 2);
  return {
    ...link,
    protocols,
    operations: shown.map((operation) => operationLink(context, operation, channel, current)),
    more: operations.length - shown.length,
  };
}

/** A branch without a current entry. In a large document it has no operations: only the current channel shows its own. */
function branchElsewhere(context: PageContext, channel: Channel, whole: boolean): ReturnType<typeof branchOf> {
  const branch = branchOf(context, channel, undefined);
  return whole ? branch : { ...branch, operations: [], more: 0 };
}

/** A folded group without its channels. It links to the group in the list. */
function closedGroup(context: PageContext, group: Group) {
  const { routes, navigation, words } = context.site;
  const listing = navigation.listings.get("channel");
  const { path = "", anchor } = listing?.placeOf(group) ?? {};
  const only = listing?.groups.length === 1;
  const name = only ? "" : group.name || words("site.other-group");
  return {
    name,
    /** The label of its list. */
    label: name || words("site.channels"),
    href: only ? routes.relative(context.path, path) : routes.relative(context.path, path, anchor),
    count: group.items.length,
    open: false,
    channels: [],
    more: 0,
  };
}

/** The group and channel that the page belongs to. */
function hereOf(listing: Listing, entity: Entity | undefined) {
  const channel =
    entity?.kind === "channel" ? (entity as Channel) : entity?.kind === "operation" ? (entity as Operation).channel : undefined;
  const group = channel && listing.groupOf(channel);
  return channel && group && entity ? { channel, group, entity } : {};
}

/**
 * A group of channels. In a small document it lists its channels, folded. In a large one it does so only if it is the current group or
 * the only one.
 */
function openGroup(
  context: PageContext,
  group: Group,
  here: ReturnType<typeof hereOf>,
  { open, whole }: { open: boolean; whole: boolean },
) {
  const at = here.channel && here.group === group ? group.items.indexOf(here.channel) : 0;
  const items = whole ? group.items : around(group.items, at, WINDOW.items);
  const channels = items.map((item) =>
    item === here.channel ? branchOf(context, item as Channel, here.entity) : branchElsewhere(context, item as Channel, whole),
  );
  return { ...closedGroup(context, group), open, channels, more: group.items.length - items.length };
}

/** The groups to unfold if none is current: as many as it takes to show some channels. */
function firstOpen(groups: readonly Group[]): ReadonlySet<Group> {
  const open = new Set<Group>();
  let seen = 0;
  for (const group of groups) {
    if (seen >= SEEN) break;
    open.add(group);
    seen += group.items.length;
  }
  return open;
}

function treeView(context: PageContext, listing: Listing, here: ReturnType<typeof hereOf>) {
  const { routes, words, api } = context.site;
  const whole = api.channels.length + api.operations.length <= ALL;
  const at = here.group ? listing.groups.indexOf(here.group) : 0;
  const groups = around(listing.groups, at, WINDOW.groups);
  const open = here.group ? new Set([here.group]) : whole ? firstOpen(groups) : new Set(groups.length === 1 ? groups : []);
  const [first = ""] = listing.pages;
  return {
    title: words("site.channels"),
    count: listing.entities.length,
    href: routes.relative(context.path, first),
    current: listing.pages.includes(context.path),
    groups: groups.map((group) =>
      whole || open.has(group) ? openGroup(context, group, here, { open: open.has(group), whole }) : closedGroup(context, group),
    ),
    moreGroups: listing.groups.length - groups.length,
  };
}

/** The tree of channels for a page: all of them in a small document, otherwise those around the current one. */
export function channelTree(context: PageContext, current: Entity | undefined) {
  const listing = context.site.navigation.listings.get("channel");
  if (!listing || listing.entities.length === 0) return undefined;
  return treeView(context, listing, hereOf(listing, current));
}

/** A list of the reference, with the neighbours of what the page shows unless the tree of channels shows them. */
function listLink(context: PageContext, listing: Listing, current: Entity | undefined) {
  const { routes, words } = context.site;
  const [first = ""] = listing.pages;
  const group = current && listing.groupOf(current);
  const items = group ? around(group.items, group.items.indexOf(current), WINDOW.items) : [];
  return {
    href: routes.relative(context.path, first),
    text: words(`site.${listing.kind}s`),
    count: listing.entities.length,
    current: listing.pages.includes(context.path),
    items: items.map((entity) => linkTo(context, entity, current)),
    more: items.length === 0 ? 0 : listing.entities.length - items.length,
  };
}

/** The pages of the reference: single pages, and the lists of operations, messages and schemas. */
export function referenceLinks(context: PageContext, current: Entity | undefined) {
  const { site, path } = context;
  const inTree = current?.kind === "operation" && (current as Operation).channel !== undefined;
  const lists = [...site.navigation.listings.values()]
    .filter(({ kind, entities }) => kind !== "channel" && entities.length > 0)
    .map((listing) => listLink(context, listing, !inTree && current?.kind === listing.kind ? current : undefined));
  const single = singletons(site).filter(({ kind }) => kind !== "overview");
  const links = single.map((page) => ({
    href: site.routes.relative(path, page.path),
    text: page.title,
    count: page.count,
    current: page.path === path,
    items: [],
    more: 0,
  }));
  const first = single.filter(({ kind }) => kind === "servers" || kind === "security").length;
  return [...links.slice(0, first), ...lists, ...links.slice(first)];
}
