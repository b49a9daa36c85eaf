import type { Entity, Tag, TagGroup } from "#model";

/** Entities that stand together in navigation and lists. */
export interface Group {
  /** Empty for the entities that belong to no group. */
  readonly name: string;
  readonly items: readonly Entity[];
}

/** Up to this many need no groups. */
const FEW = 12;

function split(entities: readonly Entity[], nameOf: (entity: Entity) => string): Group[] {
  const groups = new Map<string, Entity[]>();
  for (const entity of entities) {
    const name = nameOf(entity);
    const group = groups.get(name);
    if (group) group.push(entity);
    else groups.set(name, [entity]);
  }
  const named = [...groups].filter(([name]) => name !== "");
  const rest = groups.get("");
  return [...named, ...(rest ? [["", rest] as const] : [])].map(([name, items]) => ({ name, items }));
}

/** Where a tag stands: the heading that it is under, and which one it is of all. */
interface Spot {
  readonly name: string;
  readonly rank: number;
}

/** Tags by the groups that the document puts them in, in its order. */
function spotsOf(tagGroups: readonly TagGroup[]): ReadonlyMap<Tag, Spot> {
  const tags = tagGroups.flatMap(({ name, tags: own }) => (name === "" ? [] : own.map((tag) => ({ tag, name }))));
  return new Map(tags.map(({ tag, name }, rank) => [tag, { name, rank }]));
}

/** Under the group of the first of its tags that has one, else under its first tag. Groups and their tags are in the document's order. */
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

/** Groups have shorter names: of an address of thousands of characters no more is taken apart. */
const LONGEST = 1000;

/** The first segments of an address; separators are those of topics, subjects, queues and paths. */
function prefix(address: string, depth: number): string {
  const segments = address.slice(0, LONGEST).split(/(?<=[^/.:])[/.:](?=[^/.:])/);
  const head = segments.slice(0, Math.min(depth, segments.length - 1));
  const whole = head.join("\u0000");
  return head.length === 0 ? "" : address.slice(0, whole.length);
}

/** Groups that help: at least two, not mostly of one entity, and no one that holds nearly all. */
function helps(groups: readonly Group[], count: number): boolean {
  const largest = groups.reduce((most, { items }) => Math.max(most, items.length), 0);
  return groups.length >= 2 && groups.length <= count / 2 && largest < count * 0.9;
}

/** A group of one says no more than the one: several of them, and what belongs to none, stand together. */
function withoutLone(groups: readonly Group[]): Group[] {
  const isLone = ({ name, items }: Group): boolean => name === "" || items.length === 1;
  const lone = groups.filter(isLone);
  if (lone.length < 2) return [...groups];
  return [...groups.filter((group) => !isLone(group)), { name: "", items: lone.flatMap(({ items }) => items) }];
}

function byAddress(entities: readonly Entity[], addressOf: (entity: Entity) => string): Group[] | undefined {
  // Many operations over few channels are best told apart by the channel.
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

/** How to group: by the first tag, by the beginning of the address, whichever says more, or not at all. */
export interface Grouping {
  readonly by: "auto" | "tag" | "address" | "none";
  /** The address of a channel, or of an operation's channel; empty for what has none. */
  readonly addressOf: (entity: Entity) => string;
  /** The tags of an entity, or of what goes over it. */
  readonly tagsOf: (entity: Entity) => Entity["tags"];
  /** How the document groups its tags (`x-tagGroups`); none of a name where it does not. */
  readonly tagGroups?: readonly TagGroup[];
}

/**
 * Groups in the order in which they first occur, each in document order, what belongs to none last. Where the document groups its tags,
 * its groups come first, in its order and under its names, however few the entities.
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
