import { opposite, type Channel, type Direction, type Operation, type Server } from "#model";
import type { Settings } from "#config";
import { canonicalProtocol } from "#format";
import { stringOf } from "#text";
import type { Words } from "#text";
import type { SiteContext } from "./context.ts";
import { shorten } from "./shorten.ts";

/** What one side does; also the class of badges and arrows. `unread` if the document uses no word of the format for it. */
export type Way = Direction | "unread";

/** The direction of messages from the point of view of one side. */
export interface SideView {
  readonly way: Way;
  /** An arrow. */
  readonly sign: string;
  /** "Application sends", or "You receive". */
  readonly name: string;
  /** "sends", or "receive" from the reader's point of view, for narrow places. */
  readonly short: string;
}

/**
 * The direction from both points of view. A page contains both and shows one; the fields of `DirectionView` itself are of the one shown
 * first.
 */
export interface DirectionView extends SideView {
  readonly client: SideView;
  readonly application: SideView;
}

interface DirectionContext {
  readonly settings: Settings;
  readonly words: Words;
}

function sideView({ words }: DirectionContext, side: Settings["view"], way: Direction): SideView {
  const isClient = side === "client";
  return {
    way,
    sign: way === "send" ? "↗" : "↙",
    name: words(isClient ? `site.you-${way}` : `site.application-${way}s`),
    short: words(isClient ? `site.${way}` : `site.${way}s`),
  };
}

/** The direction of messages as a badge. The model has already turned `publish` of 2.x into `receive`. */
export function directionView(speaking: DirectionContext, way: Way): DirectionView {
  if (way === "unread") {
    const name = speaking.words("site.direction-unread");
    const side: SideView = { way, sign: "?", name, short: name };
    return { ...side, client: side, application: side };
  }
  const client = sideView(speaking, "client", opposite[way]);
  const application = sideView(speaking, "application", way);
  return { ...(speaking.settings.view === "client" ? client : application), client, application };
}

/** The direction of an operation or its reply, if the document states it. */
export function operationDirection(speaking: DirectionContext, operation: Operation, direction = operation.direction): DirectionView {
  return directionView(speaking, operation.isDirectionKnown ? direction : "unread");
}

/** What the application of an operation does. */
export function wayOf({ isDirectionKnown, direction }: Operation): Way {
  return isDirectionKnown ? direction : "unread";
}

/** One end of a route: who it is and what it does. `way` and `sign` are empty at the end that is not the reader's. */
interface RouteEnd {
  readonly text: string;
  readonly way: Direction | "";
  readonly sign: string;
}

/** The sender and the receiver, from left to right. */
interface SideRoute {
  readonly from: RouteEnd;
  readonly to: RouteEnd;
}

/** The route of a message from both points of view. */
export interface RouteView {
  readonly client: SideRoute;
  readonly application: SideRoute;
  /** What the reader may build, as the switch between the sides words it. */
  readonly sides: { readonly client: string; readonly application: string };
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

/** The words for what the reader may build: the other side of a channel, or the application. */
export function sidesView({ api, words }: Pick<SiteContext, "api" | "words">, channel: Channel | undefined): RouteView["sides"] {
  const web = isWeb(channel?.availableOn ?? api.servers);
  return { client: words(web === true ? "site.side-web" : "site.side-broker"), application: shorten(api.info.title) };
}

/** The route over a channel for an operation or message. */
export function routeView(
  { api, words }: Pick<SiteContext, "api" | "words">,
  channel: Channel | undefined,
  direction: Direction,
): RouteView {
  const name = shorten(api.info.title);
  const web = isWeb(channel?.availableOn ?? api.servers);
  const turned = opposite[direction];
  const own = (text: string, way: Direction): RouteEnd => ({ text, way, sign: way === "send" ? "↗" : "↙" });
  const other = (text: string): RouteEnd => ({ text, way: "", sign: "" });
  const named = other(words(`site.name-${direction}s`, { name }));
  const reader = own(words(web === false ? `site.you-and-others-${turned}` : `site.you-${turned}`), turned);
  const application = own(words(`site.you-named-${direction}`, { name }), direction);
  const others = other(words(web === true ? `site.clients-${turned}` : `site.others-${turned}`));
  const sends = direction === "send";
  return {
    client: sends ? { from: named, to: reader } : { from: reader, to: named },
    application: sends ? { from: application, to: others } : { from: others, to: application },
    sides: sidesView({ api, words }, channel),
  };
}

/** The word that the document itself uses for the direction. */
export function documentVerb(operation: Operation): string {
  return operation.isDirectionKnown ? operation.verb : (stringOf(operation.node, "action") ?? "");
}

/** The words before the document's own word, which may take the other point of view. */
export function documentSays({ settings, words }: DirectionContext): string {
  return words(settings.perspective === "client" ? "site.client-document-says" : "site.document-says");
}
