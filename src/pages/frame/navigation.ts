import type { Settings } from "#config";
import type { Api, Channel, Entity, EntityKind, TagGroup, Tag } from "#model";
import { anchorFor, groupTags, relativeUrl } from "#model";
import type { Words } from "#text";
import { groupBy, LONGEST_TEXT_QUOTED } from "#text";
import { commonPrefixLength, nameOf } from "./names.ts";

/** A page of a site or a portal. */
interface NumberedPage {
  readonly path: string;
  readonly words: Words;
}

/**
 * Up to this many pages all link to each other. With more, each links to the first, the last and those around it; otherwise the number
 * of links would grow with the square.
 */
const ALL = 15;
const AROUND = 5;

interface PageStep {
  readonly href: string;
  readonly text: string;
}

/** The links of one page in a numbered series: to other pages, its neighbours, and its own number. */
interface NumberedView {
  readonly pages: readonly { readonly href: string; readonly number: number; readonly current: boolean; readonly gap: boolean }[];
  readonly pageOf?: string;
  readonly previous?: PageStep;
  readonly next?: PageStep;
}

/** The indexes of pages linked from page `at`. A gap of a single page is filled. */
function linked(count: number, at: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= ALL) return all;
  const first = at - AROUND <= 2 ? 0 : at - AROUND;
  const last = at + AROUND >= count - 3 ? count - 1 : at + AROUND;
  return all.filter((index) => index === 0 || index === count - 1 || (first <= index && index <= last));
}

/** The view for one page of a series; empty if there is only one page. */
export function numberedView({ path, words }: NumberedPage, paths: readonly string[] | undefined): Partial<NumberedView> {
  if (!paths) return {};
  const at = paths.indexOf(path);
  if (paths.length < 2 || at < 0) return { pages: [] };
  const turn = (to: number) => {
    const there = paths[to];
    return there === undefined ? undefined : { href: relativeUrl(path, there), text: words("site.page-number", { number: to + 1 }) };
  };
  const [previous, next] = [turn(at - 1), turn(at + 1)];
  const shown = linked(paths.length, at);
  const link = (index: number, nth: number) => ({
    href: relativeUrl(path, paths[index] ?? path),
    number: index + 1,
    current: index === at,
    /** Whether pages before this one are left out. */
    gap: nth > 0 && index - 1 !== shown[nth - 1],
  });
  return {
    pages: shown.map(link),
    pageOf: words("site.page-of", { number: at + 1, count: paths.length }),
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
  };
}

/** A title with the page's number, except on the first page. */
export function numberedTitle({ path, words }: NumberedPage, title: string, paths: readonly string[] = []): string {
  const at = paths.indexOf(path);
  return at > 0 ? `${title}, ${words("site.page-number", { number: at + 1 })}` : title;
}

/** Entities that navigation and lists show together. */
export interface Group {
  /** Empty for entities without a group. */
  readonly name: string;
  readonly items: readonly Entity[];
}

/** Up to this many entities are not grouped. */
const FEW = 12;

function split(entities: readonly Entity[], nameOf: (entity: Entity) => string): Group[] {
  const groups = groupBy(entities, nameOf);
  const named = [...groups].filter(([name]) => name !== "");
  const rest = groups.get("");
  return [...named, ...(rest ? [["", rest] as const] : [])].map(([name, items]) => ({ name, items }));
}

/** The heading that a tag belongs to, and its position among all tags. */
interface Spot {
  readonly name: string;
  readonly rank: number;
}

/** The tags in the document's groups, in the order of the document. */
function spotsOf(tagGroups: readonly TagGroup[]): ReadonlyMap<Tag, Spot> {
  const tags = tagGroups.flatMap(({ name, tags: own }) => (name === "" ? [] : own.map((tag) => ({ tag, name }))));
  return new Map(tags.map(({ tag, name }, rank) => [tag, { name, rank }]));
}

/**
 * Groups entities by the group of their first tag that has one, otherwise by their first tag. Groups and tags keep the document's
 * order.
 */
function splitByTag(entities: readonly Entity[], { tagsOf, tagGroups = [] }: Grouping): Group[] {
  const spots = spotsOf(tagGroups);
  const spotOf = (entity: Entity): Spot => {
    const tags = tagsOf(entity);
    const grouped = tags.find(({ tag }) => spots.has(tag));
    return (grouped && spots.get(grouped.tag)) ?? { name: tags[0]?.tag.title ?? "", rank: spots.size };
  };
  const placed = entities.map((entity) => ({ entity, spot: spotOf(entity) })).sort((a, b) => a.spot.rank - b.spot.rank);
  const names = new Map(placed.map(({ entity, spot }) => [entity, spot.name]));
  return split(
    placed.map(({ entity }) => entity),
    (entity) => names.get(entity) ?? "",
  );
}

/** The first `depth` segments of an address. Segments end at the separators of topics, subjects, queues and paths. */
function prefix(address: string, depth: number): string {
  // No group has a longer name.
  const segments = address.slice(0, LONGEST_TEXT_QUOTED).split(/(?<=[^/.:])[/.:](?=[^/.:])/);
  const head = segments.slice(0, Math.min(depth, segments.length - 1));
  const whole = head.join("\u0000");
  return head.length === 0 ? "" : address.slice(0, whole.length);
}

/** Whether groups are useful: there are at least two, with at least two members on average, and none holds nearly everything. */
function helps(groups: readonly Group[], count: number): boolean {
  const largest = groups.reduce((most, { items }) => Math.max(most, items.length), 0);
  return groups.length >= 2 && groups.length <= count / 2 && largest < count * 0.9;
}

/** Merges groups of one entity with those that belong to none, since a heading for one entity says nothing more. */
function withoutLone(groups: readonly Group[]): Group[] {
  const isLone = ({ name, items }: Group): boolean => name === "" || items.length === 1;
  const lone = groups.filter(isLone);
  if (lone.length < 2) return [...groups];
  return [...groups.filter((group) => !isLone(group)), { name: "", items: lone.flatMap(({ items }) => items) }];
}

function byAddress(entities: readonly Entity[], addressOf: (entity: Entity) => string): Group[] | undefined {
  // Many operations on few channels are best grouped by the channel.
  const whole = split(entities, addressOf);
  if (whole.length <= FEW && helps(whole, entities.length)) return whole;
  for (let depth = 1; depth <= 6; depth += 1) {
    const groups = split(entities, (entity) => prefix(addressOf(entity), depth));
    if (helps(groups, entities.length)) return withoutLone(groups);
  }
  return undefined;
}

function byTag(entities: readonly Entity[], grouping: Grouping): Group[] | undefined {
  const tagged = entities.filter((entity) => grouping.tagsOf(entity).length > 0).length;
  if (tagged * 2 < entities.length) return undefined;
  const groups = splitByTag(entities, grouping);
  return groups.length >= 2 ? groups : undefined;
}

/** How to group entities: by first tag, by the beginning of the address, whichever is more useful, or not at all. */
interface Grouping {
  readonly by: "auto" | "tag" | "address" | "none";
  /** The address of a channel, or of an operation's channel; empty for others. */
  readonly addressOf: (entity: Entity) => string;
  /** The tags of an entity, or of what goes over it. */
  readonly tagsOf: (entity: Entity) => Entity["tags"];
  /** The document's groups of tags (`x-tagGroups`). */
  readonly tagGroups?: readonly TagGroup[];
}

/**
 * Groups entities. Groups are in the order in which they first occur, their members in document order, and entities without a group
 * come last. If the document groups its tags, its groups come first, in its order and under its names, even for few entities.
 */
export function groupEntities(entities: readonly Entity[], grouping: Grouping): Group[] {
  const { by, addressOf, tagGroups = [] } = grouping;
  const whole = [{ name: "", items: entities }];
  if (by === "none") return whole;
  if (by === "tag") return splitByTag(entities, grouping);
  if (by === "address") return byAddress(entities, addressOf) ?? whole;
  if (entities.length <= FEW && tagGroups.every(({ name }) => name === "")) return whole;
  return byTag(entities, grouping) ?? byAddress(entities, addressOf) ?? whole;
}

/** The kinds of entities that have lists. */
export type ListedKind = Extract<EntityKind, "channel" | "operation" | "message" | "schema">;

const listedKinds: readonly ListedKind[] = ["channel", "operation", "message", "schema"];

/** All entities of a kind in reading order: group after group. */
export interface Listing {
  readonly kind: ListedKind;
  readonly entities: readonly Entity[];
  readonly groups: readonly Group[];
  /** The paths of the list's pages. */
  readonly pages: readonly string[];
  indexOf(entity: Entity): number;
  groupOf(entity: Entity): Group | undefined;
  /** The path of the list page with the entity at an index. */
  pageAt(index: number): string;
  /** The groups on a page of the list, each with its members there. A group may continue from the page before. */
  groupsOn(page: number): readonly { readonly group: Group; readonly items: readonly Entity[] }[];
  /** The length of what the names of a group's members share at the beginning. */
  sharedStart(group: Group): number;
  /** Where a group starts in the list. */
  placeOf(group: Group): { readonly path: string; readonly anchor: string };
}

/** The order and groups of all entities, computed once for all pages. */
export interface Navigation {
  readonly listings: ReadonlyMap<ListedKind, Listing>;
  /** The number of all entities with pages. */
  readonly total: number;
}

function addressOf(entity: Entity & { address?: string | null; channel?: { address: string | null } }): string {
  return entity.address ?? entity.channel?.address ?? "";
}

/** The tags of an entity. A channel without tags has those of its operations: in 2.x channels cannot have tags. */
function tagsOf(entity: Entity): Entity["tags"] {
  if (entity.tags.length > 0 || entity.kind !== "channel") return entity.tags;
  return (entity as Channel).operations.flatMap(({ tags }) => tags);
}

/** The settings for all listings. */
interface Ordering {
  readonly settings: Settings;
  readonly tagGroups: readonly TagGroup[];
}

function listing(kind: ListedKind, all: readonly Entity[], { settings, tagGroups }: Ordering): Listing {
  const groups = groupEntities(all, { by: settings.navigation.groupBy, addressOf, tagsOf, tagGroups });
  const entities = groups.flatMap(({ items }) => items);
  const order = new Map(entities.map((entity, index) => [entity, index]));
  const groupOf = new Map(groups.flatMap((group) => group.items.map((entity) => [entity, group] as const)));
  const starts = new Map(groups.map((group) => [group, commonPrefixLength(group.items.map(nameOf))]));
  const rows = settings.limits.listRows;
  const count = Math.max(1, Math.ceil(entities.length / rows));
  const pages = Array.from({ length: count }, (_, index) => `${kind}s${index === 0 ? "" : `-${index + 1}`}.html`);
  const pageAt = (index: number): string => pages[Math.floor(index / rows)] ?? `${kind}s.html`;
  const indexOf = (entity: Entity): number => order.get(entity) ?? -1;
  return {
    kind,
    entities,
    groups,
    pages,
    indexOf,
    groupOf: (entity) => groupOf.get(entity),
    sharedStart: (group) => starts.get(group) ?? 0,
    pageAt,
    groupsOn(page) {
      const on = groupBy(entities.slice(page * rows, (page + 1) * rows), (entity) => groupOf.get(entity));
      return [...on].flatMap(([group, items]) => (group ? [{ group, items }] : []));
    },
    placeOf(group) {
      const [first] = group.items;
      return { path: pageAt(first ? indexOf(first) : 0), anchor: anchorFor("group", group.name || "other") };
    },
  };
}

/** Orders and groups everything that has a page. */
export function createNavigation(api: Api, settings: Settings): Navigation {
  const all: Readonly<Record<ListedKind, readonly Entity[]>> = {
    channel: api.channels,
    operation: api.operations,
    message: api.messages,
    schema: api.schemas,
  };
  const tagGroups = groupTags(api.allTags, api.extensions);
  const listings = new Map(listedKinds.map((kind) => [kind, listing(kind, all[kind], { settings, tagGroups })]));
  const total = [...listings.values()].reduce((sum, { entities }) => sum + entities.length, 0);
  return { listings, total };
}
