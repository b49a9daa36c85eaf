import type { ChangeReport } from "#changes";
import type { Settings } from "#config";
import { relativeUrl } from "#model";
import type { ApplicationPicture, Box, Line, PageFailure, PortalSlot, ProblemSum, ProseSource, SafeHtml } from "#pages";
import {
  addressParts,
  drawApplication,
  drawApplicationNarrow,
  interfaceWords,
  joinLines,
  MarkdownPrinter,
  sayWith,
  sumsOf,
  twoFigures,
} from "#pages";
import type { GuidePage } from "#prose";
import type { JsonDiagnostic } from "#report";
import type { Words } from "#text";
import type { ApiIndex, FitVerdict, Portal, PortalApi, SharedChannel } from "../match/index.ts";
import type { ApiHistory } from "./api-history.ts";
import { findingsOf, type Findings } from "./findings.ts";
import type { ApiPair, Flow } from "./portal-facts.ts";
import { PortalFacts } from "./portal-facts.ts";

/** What changed in all documents since an earlier version. */
export interface PortalChanges {
  /** The git ref of the earlier version. */
  readonly since: string;
  /** One report for each API, including new and removed ones. */
  readonly reports: readonly ChangeReport[];
}

/** What the pages of a portal are made from, besides the portal itself. */
export interface PortalParts {
  readonly settings: Settings;
  /** The footer of every page. */
  readonly footer?: SafeHtml | undefined;
  readonly words: Words;
  /** The problems of all documents and those between them. */
  readonly problems: readonly JsonDiagnostic[];
  /** Its own guides with their texts; absent if the settings name none. */
  readonly guides?: { readonly pages: readonly GuidePage[]; readonly prose: ProseSource } | undefined;
  readonly changes?: PortalChanges | undefined;
  /** The histories of APIs with several versions, by name. */
  readonly histories?: ReadonlyMap<string, ApiHistory> | undefined;
  /** Receives the pages and slots on which msgdocs itself fails. */
  readonly failures?: PageFailure[];
}

/** The data shared by all functions that make pages. */
export interface PortalContext extends PortalParts {
  readonly histories: ReadonlyMap<string, ApiHistory>;
  readonly portal: Portal;
  readonly facts: PortalFacts;
  /** The interface words that templates use by name. */
  readonly labels: ReturnType<typeof interfaceWords>;
  readonly markdown: MarkdownPrinter;
  /** Says words with markup in their placeholders. */
  readonly say: ReturnType<typeof sayWith>;
  readonly findings: Findings;
  /** The errors among the findings, counted; `undefined` if there are none. */
  readonly errors: ProblemSum | undefined;
}

/** The context with the path of the page, from which links are relative. */
export interface PortalPage extends PortalContext {
  readonly path: string;
}

export function createPortalContext(portal: Portal, parts: PortalParts): PortalContext {
  const findings = findingsOf(parts.problems, portal);
  const { histories = new Map<string, ApiHistory>() } = parts;
  return {
    ...parts,
    histories,
    portal,
    facts: new PortalFacts(portal),
    labels: interfaceWords(parts.words),
    markdown: new MarkdownPrinter(),
    say: sayWith(parts.words),
    findings,
    errors: sumsOf([...findings.values()].flat(), parts.words).sums.find(({ tone }) => tone === "bad"),
  };
}

/** The home page of an API. */
export function homeOf(name: string): string {
  return `apis/${name}/index.html`;
}

/** A link to an API by its name. `href` is empty if the API could not be built. */
export function apiLink({ facts, path }: PortalPage, name: string): { readonly text: string; readonly href: string } {
  const isBuilt = facts.apis.get(name)?.index !== undefined;
  return { text: name, href: isBuilt ? relativeUrl(path, homeOf(name)) : "" };
}

/** The address of a channel, or its title if it has none. */
export function channelTitle({ address, members }: SharedChannel): string {
  return address ?? members[0]?.channel.title ?? "";
}

export function channelLink({ portal, path }: PortalPage, channel: SharedChannel, anchor?: string) {
  return { href: relativeUrl(path, portal.pages.get(channel) ?? "channels.html", anchor), address: addressParts(channelTitle(channel)) };
}

/** A link to a channel in a line. */
export function channelPiece({ href, address }: Omit<ReturnType<typeof channelLink>, "text">): Line {
  return { text: address.map(({ text }) => text).join(""), href };
}

/** Links to some APIs, and the number of the others. */
interface PartiesView {
  readonly items: readonly { readonly text: string; readonly href: string; readonly bad?: boolean; readonly times?: string }[];
  readonly more: number;
  readonly none?: string;
}

/** APIs in a line. A cross marks those that something does not fit. */
export function partiesLine({ items, more, none = "" }: PartiesView, words: Words): Line {
  if (items.length === 0) return none;
  const links = items.map(({ text, href, times, bad }) => joinLines([{ text, href }, times, bad === true ? "✗" : ""], " "));
  return joinLines([joinLines(links, ", "), more > 0 ? words("site.more", { count: more }) : ""], " … ");
}

/** The first of a list, and the number of the others. */
export function firstOf<T, View>(all: readonly T[], most: number, view: (each: T) => View) {
  return { items: all.slice(0, most).map(view), more: Math.max(0, all.length - most) };
}

/** A link to where all things of a list are that says how many of them the list leaves out; none if it has all. */
export function furtherLinks({ path, words }: PortalPage, count: number, to: string, anchor?: string) {
  return count > 0 ? [{ href: relativeUrl(path, to, anchor), text: words("site.more", { count }) }] : [];
}

/** A list with what does not fit first. */
export function badFirst<T>(all: readonly T[], isBad: (each: T) => boolean): readonly T[] {
  return [...all.filter(isBad), ...all.filter((each) => !isBad(each))];
}

/** The most boxes on one side of a picture. */
export const BOXES = 8;

/** The boxes on one side of a picture: those that do not fit first, and one for those that are left out. */
export function sideBoxes({ words }: PortalPage, boxes: readonly Box[]): readonly Box[] {
  const first = badFirst(boxes, ({ tone }) => tone === "bad");
  if (first.length <= BOXES) return first;
  return [...first.slice(0, BOXES - 1), { title: words("portal.and-more", { count: first.length - BOXES + 1 }), tone: "plain" }];
}

/** A picture for wide and for narrow windows. */
export function pictureView(picture: ApplicationPicture) {
  return twoFigures(picture, drawApplication, drawApplicationNarrow);
}

/** A broker without its protocol: one host counts as one broker for all protocols. A server may have no host. */
export function brokerText(broker: string): string {
  const host = broker.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  return host === "" ? broker : host;
}

/** A verdict as words with a mark. */
export interface VerdictView {
  readonly tone: "ok" | "bad" | "warn";
  readonly sign: string;
  readonly text: string;
}

export function verdictLine(verdict: Pick<VerdictView, "sign" | "text"> | undefined): Line {
  return verdict ? joinLines([verdict.sign, verdict.text], " ") : "";
}

/** A verdict in a line, after the word for it. */
export function fitLine(verdict: Parameters<typeof verdictLine>[0], words: Words): Line {
  return verdict ? [`${words("portal.fit")}: `, verdictLine(verdict)] : "";
}

const TONES: Readonly<Record<FitVerdict, Omit<VerdictView, "text">>> = {
  fits: { tone: "ok", sign: "✓" },
  clash: { tone: "bad", sign: "✗" },
  unknown: { tone: "warn", sign: "?" },
  "not-received": { tone: "warn", sign: "–" },
};

export function verdictView({ words }: Pick<PortalContext, "words">, verdict: FitVerdict | undefined): VerdictView | undefined {
  return verdict && { ...TONES[verdict], text: words(`portal.verdict-${verdict}`) };
}

/** The verdict on several flows: how many messages do not fit, or that all do; `undefined` if none was judged. */
export function fitSummary(context: Pick<PortalContext, "words">, flows: readonly Flow[]): VerdictView | undefined {
  const judged = flows.filter(({ verdict }) => verdict !== undefined);
  if (judged.length < 2) return verdictView(context, judged[0]?.verdict);
  const clashes = judged.flatMap(({ rows }) => rows.filter(({ verdict }) => verdict === "clash")).length;
  const { words } = context;
  if (clashes > 0) return { ...TONES.clash, text: words("portal.does-not-fit-count", { count: clashes }) };
  const open = judged.find(({ verdict }) => verdict !== "fits");
  return open ? verdictView(context, open.verdict) : { ...TONES.fits, text: words("portal.verdict-all-fit") };
}

export function hasClash({ flows }: ApiPair): boolean {
  return flows.some(({ verdict }) => verdict === "clash");
}

/** The name of a group, or the words for APIs without one. */
export function groupName({ words }: Pick<PortalContext, "words">, name: string): string {
  return name === "" ? words("portal.other") : name;
}

/** The link to a page of an API. */
export function pageInApi(from: string, api: Pick<PortalApi, "name">, page: string): string {
  return linkToHome(from, `apis/${api.name}/${page}`);
}

/** The link to a page of the portal, with an anchor after `#` for what lives on the page of something else. */
export function linkToHome(from: string, home: string): string {
  const [path = "", anchor] = home.split(/#([^]*)/);
  return relativeUrl(from, path, anchor);
}

/** Whether a home is a page, or a section of it. */
export function isOnPage(home: string, page: string): boolean {
  return home.startsWith(page) && (home.length === page.length || home[page.length] === "#");
}

/** A place in a page of an API that is filled in when parts are merged. */
export interface SlotRequest {
  readonly slot: PortalSlot;
  readonly api: PortalApi;
  /** The index of the version that the page is of. */
  readonly index: ApiIndex;
  /** The page in its API, such as `channels/orders.html`. */
  readonly page: string;
  /** The path of the page in the portal, from which links of the slot are relative. */
  readonly path: string;
  /** Only for earlier versions: the same page in the current version, or its overview. */
  readonly current?: string | undefined;
}

/** The content of a slot. */
export interface SlotContent {
  readonly template: string;
  readonly view: object;
  /** Makes the content for the page's Markdown twin. */
  readonly twin: () => string;
}
