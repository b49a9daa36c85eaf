import type { Node } from "#text";
import { childrenOf } from "#text";
import type { Binding, Channel, Message, NamedSchema, Operation } from "#model";
import { wholeMessages, wholeReplies } from "#model";
import type { Documents } from "#documents";
import type { PageContext, SiteContext } from "../frame/index.ts";
import { channelAt } from "../frame/index.ts";
import { messageSteps, messageTrees, schemaTree } from "../tree/index.ts";
import { bindingViews } from "./bindings-view.ts";
import { parameterViews } from "./parameter-view.ts";

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
