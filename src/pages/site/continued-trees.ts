import type { Node } from "#text";
import { childrenOf } from "#text";
import type { Binding, Channel, Message, NamedSchema, Operation } from "#model";
import type { Documents } from "#documents";
import { bindingViews } from "./bindings-view.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { messageTrees } from "./message-trees.ts";
import { parameterViews } from "./parameter-view.ts";
import { schemaTree } from "./schema-tree-view.ts";

/** Things whose trees may need more than one page. */
export type Continuable = NamedSchema | Message | Channel | Operation;

/** The fewest characters of source for one schema row (`a: {}`). A text shorter than a page of such rows always fits. */
export const LEAST_ROW = 4;

/** The prefix of the anchors in a named schema's own tree, on all of its pages. */
const SCHEMA_PREFIX = "schema";

/** The tree of a schema on its own page. */
export function ownSchemaTree(page: PageContext, schema: NamedSchema) {
  return schemaTree(page, page.site.schemas.of(schema.source), { prefix: SCHEMA_PREFIX }).view;
}

/** The most messages that an operation's page shows in full. Further ones are rows of a table that link to their pages. */
export const FULL_MESSAGES = 6;

const nodesOf = (bindings: readonly Binding[]): Node[] => bindings.map(({ node }) => node);

/** The messages that an operation's page shows in full. Their trees continue on the pages of the messages. */
const fullMessages = ({ messages }: Operation): Message[] => messages.slice(0, FULL_MESSAGES);

/** The nodes that are shown as trees only on the thing's own pages. What they refer to may continue on pages of its own. */
function ownSources(thing: Continuable): Node[] {
  if (thing.kind === "schema") return [thing.source.node];
  if (thing.kind === "message")
    return [...[thing.headers, thing.payload].flatMap((source) => source?.node ?? []), ...nodesOf(thing.bindings)];
  if (thing.kind === "channel") return [...thing.parameters.flatMap(({ schema }) => schema?.node ?? []), ...nodesOf(thing.bindings)];
  return nodesOf(thing.bindings);
}

/** The length in characters of what may continue from a thing's page. */
export function ownLength({ documents }: SiteContext, thing: Continuable): number {
  return ownSources(thing).reduce((sum, written) => {
    const node = documents.follow(written) ?? written;
    return sum + node.end - node.start;
  }, 0);
}

/** How often a tree opens the same schema at most. */
const OPENINGS = 3;

/** Whether the trees of a thing may be too large for its page. This is cheap, and `false` is always right. */
export function mayContinue(site: SiteContext, thing: Continuable): boolean {
  const sources = ownSources(thing);
  if (sources.length === 0) return false;
  const room = site.settings.limits.schemaRows * LEAST_ROW;
  // Schemas that this one refers to become links when its page is full.
  if (thing.kind === "schema") return ownLength(site, thing) >= room;
  const beside = thing.kind === "operation" ? fullMessages(thing).flatMap(ownSources) : [];
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

/** Makes the trees of a thing in the same order as its page does. */
export function plantTrees(page: PageContext, thing: Continuable): void {
  if (thing.kind === "schema") {
    ownSchemaTree(page, thing);
    return;
  }
  if (thing.kind === "message") messageTrees(page, thing, []);
  else parameterViews(page, thing.kind === "channel" ? thing : thing.channel);
  if (thing.kind === "operation") for (const message of fullMessages(thing)) messageTrees(page, message, ["message", message.id]);
  bindingViews(page, thing.bindings);
}
