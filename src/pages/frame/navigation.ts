import type { Settings } from "#config";
import type { Api, Channel, Entity, EntityKind, TagGroup } from "#model";
import { anchorFor, groupTags } from "#model";
import { groupBy } from "#text";
import type { Group } from "./grouping.ts";
import { groupEntities } from "./grouping.ts";
import { commonPrefixLength, nameOf } from "./names.ts";

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
