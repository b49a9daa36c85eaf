import { canonicalProtocol } from "#format";
import type { Channel, Direction, Entity, Operation, Server } from "#model";
import { opposite } from "#model";
import type { Words } from "#text";
import { stringOf } from "#text";
import type { Line } from "../blocks/index.ts";
import { isSilent, joinLines, linksLine } from "../blocks/index.ts";
import type { PageContext, SafeHtml, SiteContext } from "./context.ts";
import { distinctName } from "./distinct-name.ts";
import { isDisplayNamed, shorten } from "./names.ts";
import { breakableHtml } from "./value-html.ts";

/** What the application does; also the class of badges and arrows. `unread` if the document uses no word of the format for it. */
export type Way = Direction | "unread";

/** The direction of messages. The application is the subject on every page: what it sends leads out of it. */
export interface DirectionView {
  readonly way: Way;
  /** An arrow. */
  readonly sign: string;
  /** "Orders API sends". */
  readonly name: string;
  /** "sends", for narrow places. */
  readonly short: string;
}

type DirectionContext = Pick<SiteContext, "api" | "settings" | "words">;

const signOf = (way: Direction): string => (way === "send" ? "↑" : "↓");

/** "Orders API sends". */
export function applicationDoes({ api, words }: DirectionContext, way: Direction): string {
  return words(`site.name-${way}s`, { name: shorten(api.info.title) });
}

/** The direction of messages as a badge. The model has already turned `publish` of 2.x into `receive`. */
export function directionView(speaking: DirectionContext, way: Way): DirectionView {
  const { words } = speaking;
  if (way !== "unread") return { way, sign: signOf(way), name: applicationDoes(speaking, way), short: words(`site.${way}s`) };
  const name = words("site.direction-unread");
  return { way, sign: "?", name, short: name };
}

/** The direction of an operation or its reply, if the document states it. */
export function operationDirection(speaking: DirectionContext, operation: Operation, direction = operation.direction): DirectionView {
  return directionView(speaking, operation.isDirectionKnown ? direction : "unread");
}

/** What the application of an operation does. */
export function wayOf({ isDirectionKnown, direction }: Operation): Way {
  return isDirectionKnown ? direction : "unread";
}

/** One way of messages: what the application does, and what the others can do. */
export interface RouteView {
  readonly way: Direction;
  readonly sign: string;
  readonly application: string;
  /** "sends", apart from the name: where a line is short, the name is cut and this is not. */
  readonly does: string;
  readonly others: string;
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

/** The route over a channel for an operation, a reply or a message. */
export function routeView(speaking: DirectionContext, channel: Channel | undefined, way: Direction): RouteView {
  const { api, settings, words } = speaking;
  const web = isWeb(channel?.availableOn ?? api.servers) === true;
  const who = settings.reader === "client" ? "you" : web ? "clients" : "others";
  const others = words(`site.${who}-can-${opposite[way]}`);
  return { way, sign: signOf(way), application: shorten(api.info.title), does: words(`site.${way}s`), others };
}

/** A route in one line: the arrow leads out of the application or into it. */
export function routeText({ way, application, does, others }: RouteView): string {
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

/** A link to an entity as templates show it. */
export interface EntityLink {
  readonly href: string;
  readonly text: string;
  /** The text, with places where it may break. */
  readonly label: SafeHtml;
  readonly mono: boolean;
  readonly deprecated: boolean;
  /** For operations: the direction as a class (`send`, `receive`), a sign, and words for screen readers. */
  readonly direction?: { readonly way: string; readonly sign: string; readonly name: string; readonly short: string };
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
    label: { html: breakableHtml(text) },
    mono: entity.kind === "channel" && !isDisplayNamed(entity),
    deprecated: entity.deprecated,
    ...(direction ? { direction } : {}),
  };
}

/** A link from the page to an entity. */
export function entityLink(context: PageContext, entity: Entity): EntityLink {
  const { site } = context;
  const known = site.memo.of(noNames, site);
  let name = known.get(entity);
  if (!name) known.set(entity, (name = nameView(site, entity)));
  return { href: context.href(entity), ...name };
}

/** Links to several entities, at most `most`, and the number of the others. */
export function entityLinks(context: PageContext, entities: readonly Entity[], most = 50): { items: EntityLink[]; more: number } {
  return { items: entities.slice(0, most).map((entity) => entityLink(context, entity)), more: Math.max(0, entities.length - most) };
}

/** Links in a line, and how many more there are. */
export function entityLinksLine({ items, more }: ReturnType<typeof entityLinks>, words: Words): Line {
  return linksLine(items, { text: more > 0 ? words("site.more", { count: more }) : "", href: "" });
}

/** A route in a line, with its messages and its channel if the page names them. */
export function routeLine(
  route: RouteView & { readonly messages?: ReturnType<typeof entityLinks>; readonly channel?: EntityLink },
  words: Words,
): Line {
  const { messages, channel } = route;
  const what = joinLines([messages && entityLinksLine(messages, words), channel], " · ");
  return isSilent(what) ? `${routeText(route)}.` : [`${routeText(route)}: `, what];
}
