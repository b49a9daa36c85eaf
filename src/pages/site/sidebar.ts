import type { Entity } from "#model";
import { byFolder } from "./by-folder.ts";
import type { PageContext, SafeHtml } from "./context.ts";
import { entityLink, type EntityLink } from "./entity-link.ts";
import type { Group } from "./grouping.ts";
import type { Listing, ListedKind } from "./navigation.ts";
import { SharedView } from "./shared-view.ts";
import { breakableHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

interface SidebarLink extends EntityLink {
  readonly current: boolean;
  /** The name without what the group shares. */
  readonly short: string;
  /** The same with places to break at. */
  readonly shortLabel: SafeHtml;
}

interface SidebarGroup {
  readonly name: string;
  readonly href: string;
  readonly count: number;
  readonly items: readonly SidebarLink[];
  /** How many of the group are not shown here. */
  readonly more: number;
}

/** One heading of the sidebar with its links. */
export interface SidebarSection {
  readonly kind: ListedKind;
  readonly title: string;
  readonly count: number;
  readonly href: string;
  readonly current: boolean;
  readonly groups: readonly SidebarGroup[];
  /** How many groups are not shown here. */
  readonly moreGroups: number;
}

/** Up to so many entities are all in the sidebar; of more, it holds a window, so that no page grows with the document. */
const ALL = 60;
/** In a larger one, up to so many of one kind are. */
const SECTION = 40;
/** Links and groups on each side of the current one; where nothing is current the first items, or groups on each side of the third. */
const WINDOW = { items: 7, groups: 5, others: 10, otherGroups: 2 };

/** What is around an index, without running over the ends. */
function around<T>(list: readonly T[], index: number, reach: number): readonly T[] {
  const start = Math.max(0, Math.min(index - reach, list.length - 2 * reach - 1));
  return list.slice(start, start + 2 * reach + 1);
}

/** For the beginning that a group shares. Joined to what follows: an ellipsis may stand alone at the end of a line, and says nothing there. */
const SHARED_START = "…\u2060";

function memberLink(context: PageContext, entity: Entity): SidebarLink {
  const link = entityLink(context, entity);
  const listing = context.site.navigation.listings.get(entity.kind as ListedKind);
  const group = listing?.groupOf(entity);
  const start = group && listing?.kind === "channel" ? listing.sharedStart(group) : 0;
  if (start === 0) return { ...link, short: link.text, shortLabel: link.label, current: false };
  const short = SHARED_START + link.text.slice(start);
  return { ...link, short, shortLabel: { html: breakableHtml(short) }, current: false };
}

/** Links to what is not current: most are in the sidebar of many pages of a folder. */
const linkElsewhere = byFolder(memberLink);

/** The heading of a group, with none of its members. */
const closedGroup = byFolder((context: PageContext, group: Group): SidebarGroup => {
  const { routes, navigation, words } = context.site;
  const listing = navigation.listings.get(group.items[0]?.kind as ListedKind);
  const { path = "", anchor } = listing?.placeOf(group) ?? {};
  const only = listing?.groups.length === 1;
  return {
    name: only ? "" : visible(group.name || words("site.other-group")),
    href: only ? routes.relative(context.path, path) : routes.relative(context.path, path, anchor),
    count: group.items.length,
    items: [],
    more: 0,
  };
});

function groupView(context: PageContext, shown: { group: Group; items: readonly Entity[]; current?: Entity | undefined }): SidebarGroup {
  const { group, items, current } = shown;
  const closed = closedGroup(context, group);
  if (items.length === 0) return closed;
  const links = items.map((entity) => (entity === current ? { ...memberLink(context, entity), current: true } : linkElsewhere(context, entity)));
  return { ...closed, items: links, more: group.items.length - items.length };
}

function wholeSection(context: PageContext, listing: Listing, current: Entity | undefined): SidebarGroup[] {
  return listing.groups.map((group) => groupView(context, { group, items: group.items, current }));
}

/** The current entity's group with its neighbours, between the neighbouring groups. */
function windowSection(context: PageContext, listing: Listing, current: Entity | undefined): SidebarGroup[] {
  const here = current && listing.groupOf(current);
  const at = here ? listing.groups.indexOf(here) : 0;
  const groups = around(listing.groups, at, here ? WINDOW.groups : WINDOW.otherGroups);
  const alone = listing.groups.length === 1;
  return groups.map((group) => {
    if (current && group === here) return groupView(context, { group, items: around(group.items, group.items.indexOf(current), WINDOW.items), current });
    return groupView(context, { group, items: alone ? group.items.slice(0, WINDOW.others) : [] });
  });
}

function sectionView(context: PageContext, listing: Listing, here: Entity | undefined): SidebarSection {
  const { navigation, routes, words } = context.site;
  const [first = ""] = listing.pages;
  const groups = navigation.total <= ALL || listing.entities.length <= SECTION ? wholeSection(context, listing, here) : windowSection(context, listing, here);
  return {
    kind: listing.kind,
    title: words(`site.${listing.kind}s`),
    count: listing.entities.length,
    href: routes.relative(context.path, first),
    current: listing.pages.includes(context.path),
    groups,
    moreGroups: listing.groups.length - groups.length,
  };
}

/** Sections in which nothing is current, by folder and kind: alike on all pages of the folder. */
function noSections(): Map<string, SharedView<SidebarSection>> {
  return new Map();
}

function quietSection(context: PageContext, listing: Listing): SidebarSection {
  const known = context.site.memo.of(noSections, context.site);
  const key = `${context.path.slice(0, context.path.lastIndexOf("/") + 1)} ${listing.kind}`;
  let view = known.get(key);
  const make = (): SidebarSection => sectionView(context, listing, undefined);
  if (!view) known.set(key, (view = new SharedView(make(), make)));
  return view.on("", {});
}

/** The sections of the sidebar for a page: everything of a small document, a bounded part of a large one. */
export function sidebarSections(context: PageContext, current: Entity | undefined): SidebarSection[] {
  return [...context.site.navigation.listings.values()]
    .filter(({ entities }) => entities.length > 0)
    .map((listing) => {
      const here = current?.kind === listing.kind ? current : undefined;
      const isQuiet = !here && !listing.pages.includes(context.path);
      return isQuiet ? quietSection(context, listing) : sectionView(context, listing, here);
    });
}
