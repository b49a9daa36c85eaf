import type { Entity } from "#model";

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

function firstTag(entity: Entity): string {
  return entity.tags[0]?.name ?? "";
}

/** The first segments of an address; separators are those of topics, subjects, queues and paths. */
function prefix(address: string, depth: number): string {
  const segments = address.split(/(?<=[^/.:])[/.:](?=[^/.:])/);
  const head = segments.slice(0, Math.min(depth, segments.length - 1));
  const whole = head.join("\u0000");
  return head.length === 0 ? "" : address.slice(0, whole.length);
}

/** Groups that help: at least two, not mostly of one entity, and no one that holds nearly all. */
function helps(groups: readonly Group[], count: number): boolean {
  const largest = Math.max(...groups.map(({ items }) => items.length));
  return groups.length >= 2 && groups.length <= count / 2 && largest < count * 0.9;
}

function byAddress(entities: readonly Entity[], addressOf: (entity: Entity) => string): Group[] | undefined {
  for (let depth = 1; depth <= 6; depth += 1) {
    const groups = split(entities, (entity) => prefix(addressOf(entity), depth));
    if (helps(groups, entities.length)) return groups;
  }
  return undefined;
}

function byTag(entities: readonly Entity[]): Group[] | undefined {
  const tagged = entities.filter((entity) => entity.tags.length > 0).length;
  if (tagged * 2 < entities.length) return undefined;
  const groups = split(entities, firstTag);
  return groups.length >= 2 ? groups : undefined;
}

/** How to group: by the first tag, by the beginning of the address, whichever says more, or not at all. */
export interface Grouping {
  readonly by: "auto" | "tag" | "address" | "none";
  /** The address of a channel, or of an operation's channel; empty for what has none. */
  readonly addressOf: (entity: Entity) => string;
}

/** Groups in the order in which they first occur, each in document order, what belongs to none last. */
export function groupEntities(entities: readonly Entity[], { by, addressOf }: Grouping): Group[] {
  const whole = [{ name: "", items: entities }];
  if (by === "none") return whole;
  if (by === "tag") return split(entities, firstTag);
  if (by === "address") return byAddress(entities, addressOf) ?? whole;
  if (entities.length <= FEW) return whole;
  return byTag(entities) ?? byAddress(entities, addressOf) ?? whole;
}
