import { canonicalProtocol } from "#format";
import type { Channel, Direction, Entity, Operation, Server, Message } from "#model";
import { opposite } from "#model";
import type { GuidePage } from "#prose";
import type { Words } from "#text";
import { getOrMake, groupBy, stringOf, MOST_LISTED } from "#text";
import type { Line, NamePiece } from "../blocks/index.ts";
import { isSilent, joinLines, linksLine } from "../blocks/index.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { isDisplayNamed, shorten, commonPrefixLength, nameOf } from "./names.ts";

/** What the application does; also the class of badges and arrows. `unread` if the document uses no word of the format for it. */
export type Way = Direction | "unread";

type DirectionContext = Pick<SiteContext, "api" | "settings" | "words">;

const signOf = (way: Direction): string => (way === "send" ? "↑" : "↓");

/** "Orders API sends". */
export function applicationDoes({ api, words }: DirectionContext, way: Direction): string {
  return words(`site.name-${way}s`, { name: shorten(api.info.title) });
}

/**
 * The direction of messages as a badge: an arrow, "Orders API sends", and "sends" for narrow places. The application is the subject on every
 * page: what it sends leads out of it. The model has already turned `publish` of 2.x into `receive`.
 */
export function directionView(speaking: DirectionContext, way: Way) {
  const { words } = speaking;
  if (way !== "unread") return { way, sign: signOf(way), name: applicationDoes(speaking, way), short: words(`site.${way}s`) };
  const name = words("site.direction-unread");
  return { way, sign: "?", name, short: name };
}

/** The direction of an operation or its reply, if the document states it. */
export function operationDirection(speaking: DirectionContext, operation: Operation, direction = operation.direction) {
  return directionView(speaking, operation.isDirectionKnown ? direction : "unread");
}

/** What the application of an operation does. */
export function wayOf({ isDirectionKnown, direction }: Operation): Way {
  return isDirectionKnown ? direction : "unread";
}

/** Protocols in which a client talks to a server directly. In others there is a broker between applications. */
const WEB = new Set(["ws", "http", "mercure", "sse", "graphql", "grpc", "socket.io"]);

/**
 * Whether the servers of an API talk to clients directly (`true`) or are brokers (`false`); `undefined` if they differ or it is
 * unknown.
 */
function isWeb(servers: readonly Server[]): boolean | undefined {
  const known = servers.flatMap(({ protocol }) => (protocol ? [canonicalProtocol(protocol.value)] : []));
  return known.length === 0 ? undefined : known.every((protocol) => WEB.has(protocol));
}

/** The route over a channel for an operation, a reply or a message: what the application does, and what the others can do. */
export function routeView(speaking: DirectionContext, channel: Channel | undefined, way: Direction) {
  const { api, settings, words } = speaking;
  const web = isWeb(channel?.availableOn ?? api.servers) === true;
  const who = settings.reader === "client" ? "you" : web ? "clients" : "others";
  const others = words(`site.${who}-can-${opposite[way]}`);
  // "sends" stands apart from the name: where a line is short, the name is cut and this is not.
  return { way, sign: signOf(way), application: shorten(api.info.title), does: words(`site.${way}s`), others };
}

/** A route in one line: the arrow leads out of the application or into it. */
export function routeText({ way, application, does, others }: ReturnType<typeof routeView>): string {
  return `${application} ${does} ${way === "send" ? "→" : "←"} ${others}`;
}

/** The word that the document itself uses for the direction. */
export function documentVerb(operation: Operation): string {
  return operation.isDirectionKnown ? operation.verb : (stringOf(operation.node, "action") ?? "");
}

/** The words before the document's own word, which may take the other point of view. */
export function documentSays({ settings, words }: DirectionContext): string {
  return words(settings.perspective === "client" ? "site.client-document-says" : "site.document-says");
}

/** A sentence for the reader where `check` finds that the document suggests the opposite of its directions; empty elsewhere. */
export function directionDoubt({ isDirectionDoubted, words }: SiteContext): string {
  return isDirectionDoubted ? words("site.direction-doubted") : "";
}

/** A link to an entity as templates show it. */
export interface EntityLink {
  readonly href: string;
  readonly text: string;
  /** The text as a name, which may break. */
  readonly label: NamePiece;
  readonly mono: boolean;
  readonly deprecated: boolean;
  /** For operations: the direction as a class (`send`, `receive`), a sign, and words for screen readers. */
  readonly direction?: ReturnType<typeof directionView>;
}

type Name = Omit<EntityLink, "href">;

/** The texts of links to entities, the same on all pages of a site. */
function noNames(): Map<Entity, Name> {
  return new Map();
}

function nameView(site: SiteContext, entity: Entity): Name {
  const direction = entity.kind === "operation" ? operationDirection(site, entity as Operation) : undefined;
  const text = shorten(distinctName(site, entity));
  return {
    text,
    label: { name: text },
    mono: entity.kind === "channel" && !isDisplayNamed(entity),
    deprecated: entity.deprecated,
    ...(direction ? { direction } : {}),
  };
}

/** A link from the page to an entity. */
export function entityLink(context: PageContext, entity: Entity): EntityLink {
  const { site } = context;
  return { href: context.href(entity), ...getOrMake(site.memo.of(noNames, site), entity, (each) => nameView(site, each)) };
}

/** Links to several entities, at most `most`, and the number of the others. */
export function entityLinks(context: PageContext, entities: readonly Entity[], most = 50): { items: EntityLink[]; more: number } {
  return { items: entities.slice(0, most).map((entity) => entityLink(context, entity)), more: Math.max(0, entities.length - most) };
}

/** A link to the list of all servers, operations or messages that says how many of them a page leaves out; none if it has all. */
export function furtherLinks({ site, path }: PageContext, kind: "server" | "operation" | "message", count: number) {
  const list = kind === "server" ? "servers.html" : (site.navigation.listings.get(kind)?.pages[0] ?? "");
  return count > 0 ? [{ href: site.routes.relative(path, list), text: site.words("site.more", { count }) }] : [];
}

/** Links in a line, and how many more there are. */
export function entityLinksLine({ items, more }: ReturnType<typeof entityLinks>, words: Words): Line {
  return linksLine(items, { text: more > 0 ? words("site.more", { count: more }) : "", href: "" });
}

/** A route in a line, with its messages and its channel if the page names them. */
export function routeLine(
  route: ReturnType<typeof routeView> & { readonly messages?: ReturnType<typeof entityLinks>; readonly channel?: EntityLink },
  words: Words,
): Line {
  const { messages, channel } = route;
  const what = joinLines([messages && entityLinksLine(messages, words), channel], " · ");
  return isSilent(what) ? `${routeText(route)}.` : [`${routeText(route)}: `, what];
}

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

/**
 * A text for each of several entities of one name that tells them apart: channel or id. Of ids that only our number tells apart, the
 * number. Empty if nothing does; the first of a number has none.
 */
function marksOf(alike: readonly Entity[]): readonly (string | undefined)[] {
  const texts = [alike.map(channelOf), alike.map(idOf)].find(
    (all) => all.every((text) => text !== undefined) && new Set(all).size === all.length,
  ) as string[] | undefined;
  if (!texts) return [];
  const [first = ""] = texts;
  const numbers = texts.map((text) => (text.startsWith(`${first}.`) ? /^\d+$/.exec(text.slice(first.length + 1))?.[0] : undefined));
  if (numbers.slice(1).every((number) => number !== undefined)) return numbers;
  const start = commonPrefixLength(texts);
  return texts.map((text) => (start > 0 ? `…${text.slice(start)}` : text));
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
  // Those of a kind with the same title.
  const titled = [operations, messages, schemas].flatMap((all: readonly Entity[]) => [...groupBy(all, ({ title }) => title).values()]);
  for (const alike of titled.filter(({ length }) => length > 1)) {
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
