import { opposite, type Channel, type Direction, type Operation, type Server } from "#model";
import type { Settings } from "#config";
import { canonicalProtocol } from "#format";
import { stringOf } from "#text";
import type { Words } from "#text";
import type { SiteContext } from "./context.ts";
import { shorten } from "./shorten.ts";
import { visible } from "./visible.ts";

/** What one side does: class of badges and arrows. `unread` where the document says it in no word of the format. */
export type Way = Direction | "unread";

/** Which way messages go, in the words of one side. */
export interface SideView {
  readonly way: Way;
  /** An arrow, for those who see it. */
  readonly sign: string;
  /** "Application sends", or "You receive". */
  readonly name: string;
  /** "sends", or "receive" in the reader's view: for narrow places. */
  readonly short: string;
}

/** The same for both sides. A page holds the words of both and shows those of one; the fields of its own are of the side that leads. */
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

/** The direction of messages as a badge. `publish` of 2.x is what the application receives; the model has turned it already. */
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

/** The direction of an operation or of its reply, where the document says one. */
export function operationDirection(speaking: DirectionContext, operation: Operation, direction = operation.direction): DirectionView {
  return directionView(speaking, operation.isDirectionKnown ? direction : "unread");
}

/** The way of an operation as its application sees it. */
export function wayOf({ isDirectionKnown, direction }: Operation): Way {
  return isDirectionKnown ? direction : "unread";
}

/** One end of a route: who it is and what it does. `way` and `sign` are empty where it is not the reader's. */
interface RouteEnd {
  readonly text: string;
  readonly way: Direction | "";
  readonly sign: string;
}

/** Who sends and who receives, from left to right. */
interface SideRoute {
  readonly from: RouteEnd;
  readonly to: RouteEnd;
}

/** Who sends to whom, in the words of either side. */
export interface RouteView {
  readonly client: SideRoute;
  readonly application: SideRoute;
  /** What the reader builds, in the words of the switch between the sides. */
  readonly sides: { readonly client: string; readonly application: string };
}

/** Protocols over which a client talks to a server. Elsewhere a broker stands between applications. */
const WEB = new Set(["ws", "http", "mercure", "sse", "graphql", "grpc", "socket.io"]);

/** Whether all servers are ones that clients talk to, or all are brokers; `undefined` where that cannot be told. */
function isWeb(servers: readonly Server[]): boolean | undefined {
  const known = servers.flatMap(({ protocol }) => (protocol ? [canonicalProtocol(protocol.value)] : []));
  return known.length === 0 ? undefined : known.every((protocol) => WEB.has(protocol));
}

/** What the reader may build: the other side of a channel, or the application. */
export function sidesView({ api, words }: Pick<SiteContext, "api" | "words">, channel: Channel | undefined): RouteView["sides"] {
  const web = isWeb(channel?.availableOn ?? api.servers);
  return { client: words(web === true ? "site.side-web" : "site.side-broker"), application: shorten(visible(api.info.title)) };
}

/** The ends of a route over a channel, for an operation or a message that goes over it. */
export function routeView({ api, words }: Pick<SiteContext, "api" | "words">, channel: Channel | undefined, direction: Direction): RouteView {
  const name = shorten(visible(api.info.title));
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

/** The document's own word for a direction. */
export function documentVerb(operation: Operation): string {
  return operation.isDirectionKnown ? operation.verb : visible(stringOf(operation.node, "action") ?? "");
}

/** What leads to the document's own word, which may be the word of the other side. */
export function documentSays({ settings, words }: DirectionContext): string {
  return words(settings.perspective === "client" ? "site.client-document-says" : "site.document-says");
}

/** A sentence in the words of either side. `same` is for both, or empty; `text` is that of the side that leads. */
interface SentenceView {
  readonly text: string;
  readonly same: string;
  readonly client: string;
  readonly application: string;
  /** The document's own word, and what leads to it. */
  readonly verb: string;
  readonly says: string;
}

/** One sentence that says who sends and who receives, and the document's own word. */
export function directionSentence(speaking: DirectionContext, operation: Operation): SentenceView {
  const { settings, words } = speaking;
  const own = { says: documentSays(speaking), verb: documentVerb(operation) };
  if (!operation.isDirectionKnown) {
    const text = words("site.sentence-unread");
    return { text, same: text, client: text, application: text, ...own };
  }
  const count = operation.messages.length;
  const direction = directionView(speaking, operation.direction);
  // Without a message there is none that could be spoken of.
  const say = (side: Settings["view"]): string =>
    count === 0 ? `${direction[side].name}.` : words(`site.sentence-${side}-${operation.direction}`, { count });
  return { text: say(settings.view), same: "", client: say("client"), application: say("application"), ...own };
}
