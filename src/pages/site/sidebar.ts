import { canonicalProtocol } from "#format";
import type { Channel, Entity, Operation } from "#model";
import { byFolder } from "./by-folder.ts";
import type { PageContext, SafeHtml } from "./context.ts";
import { entityLink, type EntityLink } from "./entity-link.ts";
import type { Group } from "./grouping.ts";
import { nameOf } from "./name-of.ts";
import type { Listing, ListedKind } from "./navigation.ts";
import { SharedView } from "./shared-view.ts";
import { shorten } from "./shorten.ts";
import { singletons } from "./singletons.ts";
import { breakableHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

interface SidebarLink extends EntityLink {
  readonly current: boolean;
  /** The name without what is said above it already. */
  readonly short: SafeHtml;
}

/** A channel with its operations. */
interface ChannelBranch extends SidebarLink {
  /** What it goes over, where the channels of the document differ in it. */
  readonly protocols: string;
  readonly operations: readonly SidebarLink[];
  /** How many operations are not shown here. */
  readonly more: number;
}

/** A group of channels. Of a small document its channels are here, folded; of a large one those of the current group, or of the only one. */
interface ChannelGroup {
  /** Empty where all channels are one group. */
  readonly name: string;
  /** What its list is called. */
  readonly label: string;
  readonly href: string;
  readonly count: number;
  readonly open: boolean;
  readonly channels: readonly ChannelBranch[];
  /** How many of the group are not shown here. */
  readonly more: number;
}

/** The channels of a document, and what goes over them. */
export interface ChannelTree {
  readonly title: string;
  readonly count: number;
  readonly href: string;
  readonly current: boolean;
  readonly groups: readonly ChannelGroup[];
  /** How many groups are not shown here. */
  readonly moreGroups: number;
}

/** A page of the reference. Of a list, the neighbours of what the page shows stand below. */
export interface ReferenceLink {
  readonly href: string;
  readonly text: string;
  /** How many there are; 0 where that says nothing. */
  readonly count: number;
  readonly current: boolean;
  readonly items: readonly SidebarLink[];
  readonly more: number;
}

/** Of a document with up to so many channels and operations, the sidebar holds all; of a larger one a window around the current channel, so that no page grows with it. */
const ALL = 80;
/** Links and groups on each side of the current one, and operations of a channel. */
const WINDOW = { items: 7, groups: 10, operations: 6 };
/** Of groups of which none is current, these are open until so many channels are seen. */
const SEEN = 8;

/** What is around an index, without running over the ends. */
function around<T>(list: readonly T[], index: number, reach: number): readonly T[] {
  const start = Math.max(0, Math.min(index - reach, list.length - 2 * reach - 1));
  return list.slice(start, start + 2 * reach + 1);
}

/** For the beginning that a group shares. Joined to what follows: an ellipsis may stand alone at the end of a line, and says nothing there. */
const SHARED_START = "…\u2060";

/** The name of a channel without what its group says: the group's own name and a separator, or a beginning that all share. */
function shortName(link: EntityLink, listing: Listing | undefined, entity: Entity): SafeHtml {
  const group = listing?.groupOf(entity);
  if (!group || listing?.kind !== "channel") return link.label;
  const { text } = link;
  const isNamed = group.name !== "" && text.startsWith(group.name) && /^[/.:].{2}/.test(text.slice(group.name.length));
  if (isNamed) return { html: breakableHtml(text.slice(group.name.length + 1)) };
  const start = listing.sharedStart(group);
  return start === 0 ? link.label : { html: breakableHtml(SHARED_START + text.slice(start)) };
}

function memberLink(context: PageContext, entity: Entity): SidebarLink {
  const link = entityLink(context, entity);
  return { ...link, short: shortName(link, context.site.navigation.listings.get(entity.kind as ListedKind), entity), current: false };
}

/** Links to what is not current: most are in the sidebar of many pages of a folder. */
const linkElsewhere = byFolder(memberLink);

function linkTo(context: PageContext, entity: Entity, current: Entity | undefined): SidebarLink {
  return entity === current ? { ...memberLink(context, entity), current: true } : linkElsewhere(context, entity);
}

/** Letters and digits of a name: what two spellings of it share. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

/** Whether the name of an operation says no more than its channel's: one that the document does not name goes by its verb and that. */
function isRepeat(operation: Operation, channel: Channel): boolean {
  const name = plain(nameOf(operation));
  const verbs = ["", "publish", "subscribe", "send", "receive"];
  return [channel.title, nameOf(channel)].some((of) => verbs.some((verb) => name === plain(verb + of)));
}

/** Names that several operations of a channel have. */
function sharedNames({ operations }: Channel): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(operations.map(nameOf).filter((name) => seen.size === seen.add(name).size));
}

/** An operation below its channel: what only repeats the channel is not said. */
function operationLink(context: PageContext, operation: Operation, channel: Channel, current: Entity | undefined): SidebarLink {
  const link = linkTo(context, operation, current);
  if (isRepeat(operation, channel)) return { ...link, short: { html: "" } };
  const name = nameOf(operation);
  const isShared = context.site.memo.of(sharedNames, channel).has(name);
  return isShared ? link : { ...link, short: { html: breakableHtml(shorten(name)) } };
}

/** What servers speak, in a word. */
function protocolsOf(servers: Channel["servers"]): string {
  return [...new Set(servers.flatMap(({ protocol }) => (protocol ? [visible(canonicalProtocol(protocol.value))] : [])))].join(", ");
}

/** Whether the channels of a document differ in their protocols. */
function differs({ channels }: PageContext["site"]["api"]): { readonly protocols: boolean } {
  return { protocols: new Set(channels.map(({ availableOn }) => protocolsOf(availableOn))).size > 1 };
}

function branchOf(context: PageContext, channel: Channel, current: Entity | undefined): ChannelBranch {
  const { api, memo } = context.site;
  const { operations } = channel;
  const link = linkTo(context, channel, current);
  const protocols = memo.of(differs, api).protocols ? shorten(protocolsOf(channel.servers)) : "";
  const [only] = operations;
  // A channel and its only operation are one row where neither has more to say, and lead to what goes over it.
  if (only && operations.length === 1 && isRepeat(only, channel)) {
    const { href, direction } = linkTo(context, only, current);
    return { ...link, ...(direction ? { direction } : {}), href: link.current ? link.href : href, current: link.current || only === current, protocols, operations: [], more: 0 };
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

/** Branches with nothing current in them. */
const branchElsewhere = byFolder((context: PageContext, channel: Channel) => branchOf(context, channel, undefined));

/** The same without their operations: in a large document these stand below the current channel alone. */
const foldedBranch = byFolder((context: PageContext, channel: Channel): ChannelBranch => ({ ...branchOf(context, channel, undefined), operations: [], more: 0 }));

/** A group with no channels of its own: a link to where it stands in the list. */
const closedGroup = byFolder((context: PageContext, group: Group): ChannelGroup => {
  const { routes, navigation, words } = context.site;
  const listing = navigation.listings.get("channel");
  const { path = "", anchor } = listing?.placeOf(group) ?? {};
  const only = listing?.groups.length === 1;
  const name = only ? "" : visible(group.name || words("site.other-group"));
  return {
    name,
    label: name || words("site.channels"),
    href: only ? routes.relative(context.path, path) : routes.relative(context.path, path, anchor),
    count: group.items.length,
    open: false,
    channels: [],
    more: 0,
  };
});

/** Which group the page is in, with the channel that leads to it. */
interface Here {
  readonly channel?: Channel;
  readonly group?: Group;
  readonly entity?: Entity;
}

function hereOf(listing: Listing, entity: Entity | undefined): Here {
  const channel = entity?.kind === "channel" ? (entity as Channel) : entity?.kind === "operation" ? (entity as Operation).channel : undefined;
  const group = channel && listing.groupOf(channel);
  return channel && group && entity ? { channel, group, entity } : {};
}

function openGroup(context: PageContext, group: Group, here: Here, { open, whole }: { open: boolean; whole: boolean }): ChannelGroup {
  const at = here.channel && here.group === group ? group.items.indexOf(here.channel) : 0;
  const items = whole ? group.items : around(group.items, at, WINDOW.items);
  const elsewhere = whole ? branchElsewhere : foldedBranch;
  const channels = items.map((item) => (item === here.channel ? branchOf(context, item as Channel, here.entity) : elsewhere(context, item as Channel)));
  return { ...closedGroup(context, group), open, channels, more: group.items.length - items.length };
}

/** Where nothing is current, the first groups are open: as many as show some channels. */
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

function treeView(context: PageContext, listing: Listing, here: Here): ChannelTree {
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
    groups: groups.map((group) => (whole || open.has(group) ? openGroup(context, group, here, { open: open.has(group), whole }) : closedGroup(context, group))),
    moreGroups: listing.groups.length - groups.length,
  };
}

/** Trees in which nothing is current, by folder: alike on all pages of the folder. */
function noTrees(): Map<string, SharedView<ChannelTree>> {
  return new Map();
}

function quietTree(context: PageContext, listing: Listing): ChannelTree {
  const known = context.site.memo.of(noTrees, context.site);
  const folder = context.path.slice(0, context.path.lastIndexOf("/") + 1);
  let view = known.get(folder);
  const make = (): ChannelTree => treeView(context, listing, {});
  if (!view) known.set(folder, (view = new SharedView(make(), make)));
  return view.on("", {});
}

/** The channels for a page, as a tree: everything of a small document, a bounded part of a large one. */
export function channelTree(context: PageContext, current: Entity | undefined): ChannelTree | undefined {
  const listing = context.site.navigation.listings.get("channel");
  if (!listing || listing.entities.length === 0) return undefined;
  const here = hereOf(listing, current);
  const isQuiet = !here.group && !listing.pages.includes(context.path);
  return isQuiet ? quietTree(context, listing) : treeView(context, listing, here);
}

/** A list of the reference, with the neighbours of what the page shows unless the tree of channels has it. */
function listLink(context: PageContext, listing: Listing, current: Entity | undefined): ReferenceLink {
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

/** The pages of the reference: one of a kind, and the lists of operations, messages and schemas. */
export function referenceLinks(context: PageContext, current: Entity | undefined): ReferenceLink[] {
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
