import type { Node } from "#text";
import { entriesOf, itemsOf } from "#text";
import type { Channel, Entity, Message, NamedSchema, Operation, Server } from "#model";
import { anchorAt } from "#model";
import type { Schema } from "#schema";
import type { SearchEntry, SearchKind } from "../search/index.ts";
import { scalar } from "./commands-view.ts";
import type { SiteContext } from "./context.ts";
import { LEAST_ROW } from "./continued-trees.ts";
import { textEntries } from "./text-entries.ts";
import { childrenOf, type Child } from "./schema-children.ts";
import { stepAnchor } from "./schema-path.ts";
import { visible } from "./visible.ts";
import { effective, effectiveBranch, type EffectiveSchema } from "./schema-effective.ts";
import { shorten } from "./shorten.ts";
import { sayOf } from "./schema-tree-context.ts";

/** Properties are found this deep below a page's own schema; what is deeper is found by the schema that it belongs to. */
const DEPTH = 3;
/** With the choices, items and conditions between them. */
const STEPS = 2 * DEPTH;
/** And so many of one schema, or as many as its own text can hold: what it takes over from others is found by these. */
const FIELDS = 400;

/** Of a description the first so many characters are found: of a field's fewer, for thousands may share one. Of values so many. */
const TEXT = { entity: 1000, field: 400, values: 1000 };

const kinds: Readonly<Record<Entity["kind"], SearchKind>> = {
  channel: "channel",
  operation: "operation",
  message: "message",
  schema: "schema",
  server: "server",
  "security-scheme": "security",
  tag: "tag",
};

/** The channel that a message goes over, the first of several. */
function channelOf({ channels, operations }: Message): Channel | undefined {
  return channels[0] ?? operations[0]?.channel;
}

function contextOf(entity: Entity): string {
  if (entity.kind === "operation") return (entity as Operation).channel?.address ?? "";
  if (entity.kind === "channel") return (entity as Channel).address ?? "";
  if (entity.kind === "message") return channelOf(entity as Message)?.address ?? (entity as Message).name?.value ?? "";
  return "";
}

function namesOf(entity: Entity): string[] {
  if (entity.kind === "server") return [entity.id, (entity as Server).protocol?.value ?? ""];
  if (entity.kind === "message") return [entity.id, (entity as Message).name?.value ?? "", (entity as Message).messageId?.value ?? ""];
  return [entity.id, contextOf(entity)];
}

/** Keys and plain values of some values, references followed. An empty text for each list and object bounds the walk. */
function* textsIn(site: SiteContext, nodes: Iterable<Node>): Generator<string> {
  for (const written of nodes) {
    const node = site.documents.follow(written) ?? written;
    yield scalar(node) ?? "";
    for (const { key, value } of entriesOf(node)) {
      yield key;
      yield* textsIn(site, [value]);
    }
    yield* textsIn(site, itemsOf(node));
  }
}

/** As much as one place is found by. */
function textOf(texts: Iterable<string>): string {
  const found: string[] = [];
  let room = TEXT.values;
  for (const text of texts) {
    if (text !== "") found.push(text.slice(0, room));
    room -= text.length + 1;
    if (room <= 0) break;
  }
  return found.join(" ");
}

/** Values that a schema lists: its own, and those of its items and branches. What has a page of its own is found by that. */
function* listedValues(schema: Schema, depth = 2): Generator<Node> {
  for (const { value } of schema.enum ?? []) yield value;
  if (schema.const) yield schema.const;
  if (depth === 0) return;
  for (const below of [schema.items, ...schema.oneOf, ...schema.anyOf, ...schema.allOf]) {
    if (below && !below.named) yield* listedValues(below, depth - 1);
  }
}

/** Fields of bindings with their values, and values that parameters, variables and schemas list. */
function* valuesIn(site: SiteContext, entity: Entity): Generator<string> {
  const { bindings = [], parameters = [], variables = [] } = entity as Partial<Pick<Server, "bindings" | "variables"> & Pick<Channel, "parameters">>;
  for (const { protocol, node } of bindings) {
    yield protocol;
    yield* textsIn(site, [node]);
  }
  for (const { enum: values = [] } of [...parameters, ...variables]) yield* textsIn(site, values);
  for (const { schema } of parameters) if (schema) yield* textsIn(site, listedValues(site.schemas.of(schema)));
  if (entity.kind === "schema") yield* textsIn(site, listedValues(site.schemas.of((entity as NamedSchema).source)));
}

function entityEntry(site: SiteContext, entity: Entity): SearchEntry {
  const { prose, routes } = site;
  const texts = [entity.summary?.value ?? "", prose.fullText(entity.description)].map((text) => text.slice(0, TEXT.entity));
  return {
    kind: kinds[entity.kind],
    title: entity.title,
    context: contextOf(entity),
    href: routes.href("index.html", entity),
    names: namesOf(entity),
    text: texts.join(" "),
    values: textOf(valuesIn(site, entity)),
    ...(entity.kind === "operation" && (entity as Operation).isDirectionKnown ? { note: (entity as Operation).direction } : {}),
  };
}

/** A schema on a page: what its rows' anchors begin with, and what to say of its fields. */
interface SchemaLocation {
  readonly page: string;
  readonly prefix: string;
  readonly owner: string;
}

/** A row in which the tree goes on. */
interface OpenRow {
  readonly row: EffectiveSchema;
  readonly steps: readonly string[];
  /** How many of the steps are properties: choices and items between them hide nothing from who knows a name. */
  readonly depth: number;
  readonly above?: OpenRow;
}

/** Each schema's row is made once, for the search or for its page: what a site takes is counted there. */
const uncounted = ({ memo }: SiteContext) => ({ look: () => undefined, memo });

/** Whether the tree says of a row no more than a link: to a page of its own, or up. */
function isLink({ schemas }: Child, from: OpenRow): boolean {
  if (schemas.some(({ named }) => named)) return true;
  for (let open: OpenRow | undefined = from; open; open = open.above) if (open.row.own.some((schema) => schemas.includes(schema))) return true;
  return false;
}

function* valuesOfField(site: SiteContext, { schemas }: Child): Generator<string> {
  for (const schema of schemas) if (!schema.named) yield* textsIn(site, listedValues(schema));
}

/** What a field is: the schema that it names, or its types. */
function typeOf({ schemas: [schema] }: Child): string {
  if (!schema) return "";
  return visible(schema.named ? shorten(schema.named.title) : schema.types.join(" | "));
}

function openBelow(site: SiteContext, child: Child, from: OpenRow, steps: readonly string[]): OpenRow | undefined {
  const depth = child.property ? from.depth + 1 : from.depth;
  if (depth >= DEPTH || steps.length >= STEPS || isLink(child, from)) return undefined;
  const looks = uncounted(site);
  const row = child.kind === "choice" ? effectiveBranch(child.schemas, from.row, looks) : effective(child.schemas, looks);
  return { row, steps, depth, above: from };
}

/** The properties of a schema's tree, breadth first, so that a limit cuts the deepest. Bounded by depth and count. */
function* fieldEntries(site: SiteContext, root: Schema, { page, prefix, owner }: SchemaLocation): Generator<SearchEntry> {
  const { routes, prose, words } = site;
  const telling = { words, say: sayOf(site), memo: site.memo };
  const open: OpenRow[] = [{ row: effective([root], uncounted(site)), steps: [], depth: 0 }];
  const most = Math.max(FIELDS, (root.node.end - root.node.start) / LEAST_ROW);
  let count = 0;
  for (const from of open) {
    for (const child of childrenOf(telling, from.row)) {
      if ((count += 1) > most) return;
      const steps = [...from.steps, stepAnchor(child)];
      const [first] = child.property?.stated ?? [];
      if (child.property && first) {
        const described = first.property.description ?? first.property.schema.description;
        const href = routes.relative("index.html", page, anchorAt(prefix, steps.join(".")));
        yield { kind: "field", title: child.property.name, context: owner, href, names: [], text: prose.fullText(described).slice(0, TEXT.field), values: textOf(valuesOfField(site, child)), note: typeOf(child) };
      }
      const below = openBelow(site, child, from, steps);
      if (below) open.push(below);
    }
  }
}

function* schemaFields(site: SiteContext, named: NamedSchema): Generator<SearchEntry> {
  yield* fieldEntries(site, site.schemas.of(named.source), { page: site.routes.pageOf(named), prefix: "schema", owner: named.title });
}

/** Headers and payload that stand in the message itself; named ones are found by their schema's page. */
function* messageFields(site: SiteContext, message: Message): Generator<SearchEntry> {
  const page = site.routes.pageOf(message);
  for (const prefix of ["headers", "payload"] as const) {
    const source = message[prefix];
    const schema = source && site.schemas.of(source);
    if (schema && !schema.named) yield* fieldEntries(site, schema, { page, prefix, owner: message.title });
  }
}

/** Everything that can be found on a site: entities with their names and words, and the fields of schemas at their rows. */
export function* searchEntries(site: SiteContext): Generator<SearchEntry> {
  const { api } = site;
  const entities = [api.channels, api.operations, api.messages, api.schemas, api.servers, api.securitySchemes, api.allTags].flat();
  for (const entity of entities) yield entityEntry(site, entity);
  yield* textEntries(site);
  for (const schema of api.schemas) yield* schemaFields(site, schema);
  for (const message of api.messages) yield* messageFields(site, message);
}
