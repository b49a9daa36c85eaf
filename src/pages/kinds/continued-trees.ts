import type { Documents } from "#documents";
import type { Binding, Channel, Message, NamedSchema, Operation } from "#model";
import { wholeMessages, wholeReplies } from "#model";
import type { Node, Words } from "#text";
import { childrenOf, getOrMake } from "#text";
import type { Block } from "../blocks/index.ts";
import type { PageContext, SiteContext, Leftover, Page } from "../frame/index.ts";
import { channelAt, createPageContext } from "../frame/index.ts";
import type { Section } from "../tree/index.ts";
import { messageSteps, messageTrees, schemaTree } from "../tree/index.ts";
import { bindingViews } from "./bindings-view.ts";
import { parameterViews } from "./server-view.ts";

/** The further pages of a thing's trees. */
interface Continuation {
  /** The rows that each page continues. */
  readonly pages: readonly (readonly Leftover[])[];
  /** The paths of the thing's own page and of the further pages. */
  readonly paths: readonly string[];
  /** The index of the further page, by the anchor of the rows that continue there. */
  readonly places: ReadonlyMap<string, number>;
}

/** Rows of further pages are made twice, and both times are counted at the first: so what is too large ends before any page is made. */
const TWICE = 2;

const NOTHING: Continuation = { pages: [], places: new Map(), paths: [] };

/**
 * Lays out the further pages of a thing. Rows are made and dropped; only the beginning of each page is kept. It takes linear time,
 * because trees cannot have more rows than their text allows.
 */
function layOut(site: SiteContext, thing: Continuable): Continuation {
  if (!mayContinue(site, thing)) return NOTHING;
  const left: Leftover[] = [];
  const path = site.routes.pageOf(thing);
  const fresh = (lookWeight: number): PageContext =>
    createPageContext(site, path, { lookWeight, continued: (each) => void left.push(each) });
  plantTrees(fresh(1), thing);
  const pages: Leftover[][] = [];
  const places = new Map<string, number>();
  let [at, room] = [0, ownLength(site, thing) / LEAST_ROW];
  while (at < left.length && room > 0) {
    const page = fresh(TWICE);
    const shown: Leftover[] = [];
    for (let next = left[at]; next && page.budget.rows > 0; next = left[(at += 1)]) {
      places.set(next.anchor, pages.length);
      shown.push(next);
      next.resume(page);
    }
    pages.push(shown);
    room -= site.settings.limits.schemaRows;
  }
  return { pages, places, paths: [path, ...pages.map((_, index) => furtherPath(path, index))] };
}

function noContinuations(): Map<Continuable, Continuation> {
  return new Map();
}

function continuationOf(site: SiteContext, thing: Continuable): Continuation {
  return getOrMake(site.memo.of(noContinuations, site), thing, (each) => layOut(site, each));
}

/** The path of a further page, counted from 0. It has a dot before the number, because `lamp-2` may be another thing. */
function furtherPath(path: string, index: number): string {
  return path.replace(/\.html$/, `.${index + 2}.html`);
}

/** The paths of a thing's pages, its own page first. */
export function treePaths(site: SiteContext, thing: Continuable): readonly string[] {
  const { paths } = continuationOf(site, thing);
  return paths.length > 0 ? paths : [site.routes.pageOf(thing)];
}

/** The context of a page of a thing. Rows that do not fit continue on further pages. */
function contextOf(site: SiteContext, thing: Continuable, path: string): PageContext {
  const leftover = { any: false };
  const lookWeight = path === site.routes.pageOf(thing) ? 1 : 0;
  return createPageContext(site, path, {
    lookWeight,
    leftover,
    continued({ anchor }) {
      leftover.any = true;
      const place = continuationOf(site, thing).places.get(anchor);
      const to = place === undefined ? undefined : treePaths(site, thing)[place + 1];
      return to === undefined ? undefined : site.routes.relative(path, to, anchor);
    },
  });
}

/** The page of a channel, operation, message or schema. */
export function entityPage<Thing extends Continuable, View extends object>(
  site: SiteContext,
  thing: Thing,
  viewOf: (context: PageContext, thing: Thing) => View,
  blocksOf?: (view: View, words: Words) => readonly Block[],
): Page {
  const { kind, id, title } = thing;
  const path = site.routes.pageOf(thing);
  const blocks = blocksOf && ((view: View) => blocksOf(view, site.words));
  return {
    path,
    kind,
    id,
    title,
    about: thing,
    template: `pages/${kind}`,
    view: () => viewOf(contextOf(site, thing, path), thing),
    ...(blocks ? { blocks } : {}),
  };
}

/** The parts that a further page continues, given its path and its index. */
export function continuedParts(site: SiteContext, thing: Continuable, { path, index }: { path: string; index: number }) {
  const context = contextOf(site, thing, path);
  const parts: { readonly part: string; readonly sections: Section[] }[] = [];
  for (const left of continuationOf(site, thing).pages[index] ?? []) {
    const last = parts.at(-1);
    const sections = left.resume(context) as readonly Section[];
    if (last?.part === left.part) for (const section of sections) last.sections.push(section);
    else parts.push({ part: left.part, sections: [...sections] });
  }
  return { context, parts };
}

/** The links between the pages of a thing's trees. Call it after the trees of this page are made. Empty if there is only one page. */
export function treePages(page: PageContext, thing: Continuable) {
  const { site, path } = page;
  const ofSite = site.memo.of(noContinuations, site);
  // If everything fit on the page, there is nothing to lay out.
  if (page.leftover?.any === false && !ofSite.has(thing)) ofSite.set(thing, NOTHING);
  const paths = treePaths(site, thing);
  return paths.length > 1 ? paths.map((to, at) => ({ href: site.routes.relative(path, to), number: at + 1, current: to === path })) : [];
}

/** Things whose trees may need more than one page. */
export type Continuable = NamedSchema | Message | Channel | Operation;

/** The fewest characters of source for one schema row (`a: {}`). A text shorter than a page of such rows always fits. */
export const LEAST_ROW = 4;

/** What begins the anchors of a channel's bindings on the page of an operation. */
export const CHANNEL_PREFIX = "channel.";

/** The tree of a schema on its own page. */
export function ownSchemaTree(page: PageContext, schema: NamedSchema) {
  return schemaTree(page, page.site.schemas.of(schema.source), { prefix: page.site.routes.rowsOf(schema).tree }).view;
}

const nodesOf = (bindings: readonly Binding[]): Node[] => bindings.map(({ node }) => node);

/** The messages that an operation's page shows whole. Their trees continue on the pages of their homes. */
const shownMessages = (operation: Operation): Message[] => [...wholeMessages(operation), ...wholeReplies(operation)];

/** The nodes that are shown as trees only on the thing's own pages. What they refer to may continue on pages of its own. */
function ownSources({ routes }: Pick<SiteContext, "routes">, thing: Continuable): Node[] {
  if (thing.kind === "schema") return [thing.source.node];
  if (thing.kind === "message") return messageSources(thing);
  if (thing.kind === "channel") return channelSources(thing);
  const channel = channelAt({ routes }, thing);
  const living = shownMessages(thing).filter((message) => routes.pageOf(message) === routes.pageOf(thing));
  return [...(channel ? channelSources(channel) : []), ...living.flatMap(messageSources), ...nodesOf(thing.bindings)];
}

function channelSources({ parameters, bindings }: Channel): Node[] {
  return [...parameters.flatMap(({ schema }) => schema?.node ?? []), ...nodesOf(bindings)];
}

function messageSources({ headers, payload, bindings }: Message): Node[] {
  return [...[headers, payload].flatMap((source) => source?.node ?? []), ...nodesOf(bindings)];
}

/** The length in characters of what may continue from a thing's page. */
export function ownLength(site: SiteContext, thing: Continuable): number {
  return ownSources(site, thing).reduce((sum, written) => {
    const node = site.documents.follow(written) ?? written;
    return sum + node.end - node.start;
  }, 0);
}

/** How often a tree opens the same schema at most. */
const OPENINGS = 3;

/** Whether the trees of a thing may be too large for its page. This is cheap, and `false` is always right. */
export function mayContinue(site: SiteContext, thing: Continuable): boolean {
  const sources = ownSources(site, thing);
  if (sources.length === 0) return false;
  const room = site.settings.limits.schemaRows * LEAST_ROW;
  // Schemas that this one refers to become links when its page is full.
  if (thing.kind === "schema") return ownLength(site, thing) >= room;
  const beside = thing.kind === "operation" ? shownMessages(thing).flatMap(messageSources) : [];
  return reaches(site.documents, [...sources, ...beside], room / OPENINGS);
}

/** Whether nodes, with everything they refer to, are at least `enough` characters long. */
function reaches({ follow }: Pick<Documents, "follow">, nodes: readonly Node[], enough: number): boolean {
  const met = new Set<Node>();
  let length = 0;
  const open = nodes.map((node) => ({ node, around: undefined as Node | undefined }));
  for (let next = open.pop(); next && length < enough; next = open.pop()) {
    const node = follow(next.node) ?? next.node;
    if (met.has(node)) continue;
    met.add(node);
    const { around } = next;
    const isInside = around?.file === node.file && around.start <= node.start && node.end <= around.end;
    if (!isInside) length += node.end - node.start;
    for (const each of childrenOf(node)) open.push({ node: each, around: node });
  }
  return length >= enough;
}

function plantMessage(page: PageContext, message: Message, steps: readonly string[]): void {
  messageTrees(page, message, steps);
  bindingViews(page, message.bindings, steps.map((step) => `${step}.`).join(""));
}

/** Makes the trees of a thing in the same order as its page does. */
export function plantTrees(page: PageContext, thing: Continuable): void {
  if (thing.kind === "schema") {
    ownSchemaTree(page, thing);
    return;
  }
  if (thing.kind === "message") messageTrees(page, thing, []);
  else parameterViews(page, thing.kind === "channel" ? thing : thing.channel);
  if (thing.kind === "operation") {
    for (const message of wholeMessages(thing)) plantMessage(page, message, messageSteps(message));
    for (const message of wholeReplies(thing)) plantMessage(page, message, messageSteps(message, "reply"));
  }
  bindingViews(page, thing.bindings);
  if (thing.kind === "operation") bindingViews(page, thing.channel?.bindings ?? [], CHANNEL_PREFIX);
}
