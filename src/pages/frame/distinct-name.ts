import type { Channel, Entity, Message, Operation } from "#model";
import type { GuidePage } from "#prose";
import { stringOf, MOST_LISTED } from "#text";
import type { SiteContext } from "./context.ts";
import { commonPrefixLength, isDisplayNamed, nameOf, shorten } from "./names.ts";

/** Addresses that several channels share, for example because they all use one socket. */
function sharedAddresses({ api }: SiteContext): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { address } of api.channels) {
    if (address !== null && seen.has(address)) twice.add(address);
    if (address !== null) seen.add(address);
  }
  return twice;
}

/** Whether another channel has the same address. */
export function sharesAddress(site: SiteContext, entity: Entity): boolean {
  if (entity.kind !== "channel" || isDisplayNamed(entity)) return false;
  return site.memo.of(sharedAddresses, site).has((entity as Channel).address ?? "");
}

/** The name of the channel that an entity goes over, which may tell it from others of the same name. */
function channelOf(entity: Entity): string | undefined {
  const {
    channel,
    operations = [],
    channels = [],
  } = entity as Entity & Partial<Pick<Operation, "channel"> & Pick<Message, "operations" | "channels">>;
  const over = channel ?? operations[0]?.channel ?? channels[0];
  return over && nameOf(over);
}

function idOf(entity: Entity): string | undefined {
  return (entity as Entity & { readonly isNamed?: boolean }).isNamed === false ? undefined : entity.id;
}

/** A text for each of several entities of one name that tells them apart: channel or id. Empty if neither does. */
function marksOf(alike: readonly Entity[]): readonly string[] {
  const texts = [alike.map(channelOf), alike.map(idOf)].find(
    (all) => all.every((text) => text !== undefined) && new Set(all).size === all.length,
  ) as string[] | undefined;
  if (!texts) return [];
  const start = commonPrefixLength(texts);
  return texts.map((text) => (start > 0 ? `…${text.slice(start)}` : text));
}

/** Groups of entities with the same title; single ones are left out. */
function byTitle(entities: readonly Entity[]): Entity[][] {
  const titled = new Map<string, Entity[]>();
  for (const entity of entities) {
    const alike = titled.get(entity.title);
    if (alike) alike.push(entity);
    else titled.set(entity.title, [entity]);
  }
  return [...titled.values()].filter(({ length }) => length > 1);
}

/** Texts of an extension that tells messages apart, such as the type of an event. Empty if none does. */
function extensionsOf(messages: readonly Message[]): readonly string[] {
  const keys = (messages[0]?.extensions ?? []).slice(0, MOST_LISTED).map(({ key }) => key);
  const all = keys.map((key) => messages.map(({ node }) => stringOf(node, key) ?? ""));
  return all.find((texts) => !texts.includes("") && new Set(texts).size === texts.length) ?? [];
}

/** The messages of an operation whose titles we made, if they have no summaries of their own. */
function untitled({ messages }: Operation): readonly Message[] {
  const alike = messages.filter((message) => !message.isNamed && stringOf(message.node, "title") === undefined && !isDisplayNamed(message));
  const summaries = new Set(alike.map(({ summary }) => summary?.value));
  return summaries.size < alike.length ? alike : [];
}

/**
 * Texts that tell entities apart if their title is not unique within their kind, or only a number that we gave them: generated titles,
 * or messages written once for each channel.
 */
function marks(site: SiteContext): ReadonlyMap<Entity, string> {
  const made = new Map<Entity, string>();
  const { operations, messages, schemas } = site.api;
  for (const alike of [operations, messages, schemas].flatMap(byTitle)) {
    const found = marksOf(alike);
    for (const [at, entity] of alike.entries()) made.set(entity, found[at] ?? nameOf(entity));
  }
  for (const alike of operations.map(untitled)) {
    const found = extensionsOf(alike);
    for (const [at, message] of alike.entries()) if (found[at]) made.set(message, found[at]);
  }
  return made;
}

/**
 * A name that tells an entity from others. If channels share an address the id comes first, otherwise the distinguishing text comes
 * last.
 */
export function distinctName(site: SiteContext, entity: Entity): string {
  const name = nameOf(entity);
  if (sharesAddress(site, entity)) return `${entity.id} (${shorten(name)})`;
  const mark = site.memo.of(marks, site).get(entity);
  return mark === undefined || mark === name ? name : `${name} (${shorten(mark)})`;
}

/** A guide's title as plain text: that of its first heading, otherwise `title`. */
export function guideTitle({ prose }: Pick<SiteContext, "prose">, { heading, title }: GuidePage): string {
  const text = heading ? prose.fullText(heading).trim() : "";
  return text === "" ? title : text;
}
