import type { Channel, Entity, Message, NamedSchema, Operation, SecurityScheme, Server } from "#model";
import { addressOnWire, anchorAt, anchorFor, usersIn, usesOfMessage } from "#model";
import { GUIDE_PREFIX } from "#prose";
import type { Schema, SchemaUsage } from "#schema";
import type { Node, StringNode } from "#text";
import { entriesOf, itemsOf, scalarText } from "#text";
import { withoutMarkup } from "../blocks/index.ts";
import type { SiteContext } from "../frame/index.ts";
import { channelAt, protocolName, schemasAt, shorten, guideTitle } from "../frame/index.ts";
import type { SearchEntry, SearchKind } from "../search/index.ts";
import { VARIANT_MARK } from "../search/index.ts";
import type { Child, EffectiveSchema } from "../tree/index.ts";
import { childrenOf, stepAnchor, effective, effectiveBranch, sayOf } from "../tree/index.ts";
import { LEAST_ROW } from "./continued-trees.ts";

/** Cuts a guide's plain text at its headings: what is before the first, then what follows each. A heading is a line of its own. */
function sectionsOf(text: string, headings: readonly { readonly text: string }[]): string[] {
  const sections: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (line.trim() !== "" && line.trim() === headings[sections.length - 1]?.text.trim()) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join("\n"));
}

/** No page has this path. A link from a page to itself would be only an anchor. */
const ROOT = "";

/** A page made of one text. */
interface TextPage {
  readonly kind: SearchKind;
  readonly title: string;
  readonly context: string;
  readonly path: string;
  /** The prefix of the anchors of its headings. */
  readonly prefix: string;
  readonly names: readonly string[];
  readonly node: StringNode | undefined;
}

/** The entries of the page and of each section of its text. */
function* entriesOfText(
  { prose, routes }: SiteContext,
  { kind, title, context, path, prefix, names, node }: TextPage,
): Generator<SearchEntry> {
  const headings = node ? prose.headings(node, { from: path, prefix, level: 2 }) : [];
  const [first = "", ...rest] = sectionsOf(prose.fullText(node), headings);
  yield { kind, title, context, href: routes.relative(ROOT, path), names, text: first };
  for (const [at, heading] of headings.entries()) {
    const href = routes.relative(ROOT, path, heading.id);
    yield { kind, title: heading.text, context: title, href, names: [], text: rest[at] ?? "" };
  }
}

/** The entries for running texts: the overview and each guide, with their sections. */
function* textEntries(site: SiteContext): Generator<SearchEntry> {
  const { info, identifier } = site.api;
  const names = identifier ? [identifier.value] : [];
  yield* entriesOfText(site, {
    kind: "page",
    title: info.title,
    context: "",
    path: "index.html",
    prefix: "about-",
    names,
    node: info.description,
  });
  const context = site.words("site.guides");
  for (const guide of site.guides) {
    const { path, name, body } = guide;
    yield* entriesOfText(site, {
      kind: "guide",
      title: guideTitle(site, guide),
      context,
      path,
      prefix: GUIDE_PREFIX,
      names: [name],
      node: body,
    });
  }
}

/** Properties down to this depth below a page's schema are entries. Deeper ones are found through the schema they belong to. */
const DEPTH = 3;
/** The most steps to a property, including the choices, items and conditions between. */
const STEPS = 2 * DEPTH;
/** The most properties of one schema, unless its own text is long enough for more. What it includes from others is found there. */
const FIELDS = 400;

/**
 * How many characters can be searched: of an entity's description, of a field's (fewer, because thousands may share one), and of
 * values.
 */
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

function wireName(channel: Channel | undefined): string {
  return (channel && addressOnWire(channel)) ?? "";
}

/** The address that a message goes over, with its direction if there is only one use. */
function messageContext({ words }: SiteContext, message: Message): string {
  const address = channelOf(message)?.address;
  const [use, ...others] = usesOfMessage(message, 2);
  if (!address) return message.name?.value ?? "";
  return use?.operation.isDirectionKnown && others.length === 0 ? words(`site.search-${use.direction}`, { address }) : address;
}

function contextOf(site: SiteContext, entity: Entity): string {
  if (entity.kind === "operation") return wireName((entity as Operation).channel);
  if (entity.kind === "channel") return wireName(entity as Channel);
  if (entity.kind === "server") return usersIn((entity as Server).address).bare;
  return entity.kind === "message" ? messageContext(site, entity as Message) : "";
}

/** What a search finds by the thing on whose page it lives: the channel of an operation, the schemas of a message. */
function livingAt(site: SiteContext, entity: Entity): readonly (Channel | NamedSchema)[] {
  if (entity.kind === "operation") return [channelAt(site, entity as Operation) ?? []].flat();
  return entity.kind === "message" ? schemasAt(site, entity as Message).map(({ named }) => named) : [];
}

/** Whether another entry is that of an entity. */
function isFoundElsewhere({ routes, schemas }: SiteContext, entity: Entity): boolean {
  if (entity.kind === "channel") return routes.anchorOf(entity) !== undefined;
  return entity.kind === "schema" && schemas.homeOf(entity as NamedSchema) !== undefined;
}

/** The direction of an operation; what a message's entry is besides. */
function noteOf({ words }: SiteContext, entity: Entity, further: readonly Entity[]): Pick<SearchEntry, "note"> {
  if (entity.kind === "message" && further.length > 0) return { note: words("site.search-schema") };
  return entity.kind === "operation" && (entity as Operation).isDirectionKnown ? { note: (entity as Operation).direction } : {};
}

function namesOf(site: SiteContext, entity: Entity): string[] {
  if (entity.kind === "server") {
    const { address, protocol } = entity as Server;
    const written = protocol?.value ?? "";
    return [entity.id, usersIn(address).bare, written, protocolName(written)];
  }
  if (entity.kind === "security-scheme") {
    const { type, scheme, name } = entity as SecurityScheme;
    return [entity.id, ...[type, scheme, name].flatMap((field) => field?.value ?? []), site.words("site.authorize-short")];
  }
  if (entity.kind === "message") {
    const { id, name, messageId, keys } = entity as Message;
    return [id, name?.value ?? "", messageId?.value ?? "", ...keys];
  }
  return [entity.id, contextOf(site, entity), (entity as Partial<Channel>).address ?? ""];
}

/**
 * Keys and scalar values in some nodes, following references. Each list and object yields an empty text, so that a caller can bound the
 * walk.
 */
function* textsIn(site: SiteContext, nodes: Iterable<Node>): Generator<string> {
  for (const written of nodes) {
    const node = site.documents.follow(written) ?? written;
    yield scalarText(node) ?? "";
    for (const { key, value } of entriesOf(node)) {
      yield key;
      yield* textsIn(site, [value]);
    }
    yield* textsIn(site, itemsOf(node));
  }
}

/** Joins texts up to the limit of one entry. */
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

/** The values that a schema lists, with those of its items and branches. Schemas with their own page are left out. */
function* listedValues(schema: Schema, depth = 2): Generator<Node> {
  for (const { value } of schema.enum ?? []) yield value;
  if (schema.const) yield schema.const;
  if (depth === 0) return;
  for (const below of [schema.items, ...schema.oneOf, ...schema.anyOf, ...schema.allOf]) {
    if (below && !below.named) yield* listedValues(below, depth - 1);
  }
}

/** Fields and values of bindings, and the values that parameters, variables and schemas list. What is deprecated is found by the word. */
function* valuesIn(site: SiteContext, entity: Entity): Generator<string> {
  if (entity.deprecated) yield site.words("site.deprecated");
  const {
    bindings = [],
    parameters = [],
    variables = [],
  } = entity as Partial<Pick<Server, "bindings" | "variables"> & Pick<Channel, "parameters">>;
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
  const further = livingAt(site, entity);
  const all = [entity, ...further];
  const texts = all
    .flatMap((each) => [withoutMarkup(each.summary?.value ?? ""), prose.fullText(each.description)])
    .map((text) => text.slice(0, TEXT.entity));
  return {
    kind: kinds[entity.kind],
    title: withoutMarkup(entity.title),
    context: contextOf(site, entity),
    href: routes.href("index.html", entity),
    names: [...new Set([...namesOf(site, entity), ...further.flatMap((each) => [...namesOf(site, each), each.title])])],
    text: texts.join(" "),
    values: textOf(all.flatMap((each) => [...valuesIn(site, each)])),
    ...noteOf(site, entity, further),
  };
}

/** A schema on a page: the page, the prefix of its anchors, and the name of its owner. */
interface SchemaLocation {
  readonly page: string;
  readonly prefix: string;
  /** The steps below it that all anchors begin with. */
  readonly within?: string | undefined;
  readonly owner: string;
}

/** A row whose children are visited. */
interface OpenRow {
  readonly row: EffectiveSchema;
  readonly steps: readonly string[];
  /** How many of the steps are properties. Choices and items do not count, because a reader who knows the name need not know them. */
  readonly depth: number;
  /** The name of the variant that the row is in; empty outside of variants. */
  readonly variant: string;
  readonly above?: OpenRow;
}

/** Does not count visits: each row is made once for the search or for its page, and counted there. */
const uncounted = ({ memo }: SiteContext) => ({ look: () => undefined, memo });

/** Whether the tree only links a row: to its own page, or to a row above. */
function isLink({ schemas }: Child, from: OpenRow): boolean {
  if (schemas.some(({ named }) => named)) return true;
  for (let open: OpenRow | undefined = from; open; open = open.above)
    if (open.row.own.some((schema) => schemas.includes(schema))) return true;
  return false;
}

function* valuesOfField(site: SiteContext, { schemas, property }: Child): Generator<string> {
  const isDeprecated =
    schemas.some(({ deprecated }) => deprecated) || property?.stated.some((each) => each.property.deprecated === true) === true;
  if (isDeprecated) yield site.words("schema.deprecated");
  for (const schema of schemas) if (!schema.named) yield* textsIn(site, listedValues(schema));
}

/** The type of a field: the name of its schema, or its types. */
function typeOf({ schemas: [schema] }: Child): string {
  if (!schema) return "";
  return schema.named ? shorten(schema.named.title) : schema.types.join(" | ");
}

function openBelow(site: SiteContext, child: Child, from: OpenRow, steps: readonly string[]): OpenRow | undefined {
  const depth = child.property ? from.depth + 1 : from.depth;
  if (depth >= DEPTH || steps.length >= STEPS || isLink(child, from)) return undefined;
  const looks = uncounted(site);
  const row = child.kind === "choice" ? effectiveBranch(child.schemas, from.row, looks) : effective(child.schemas, looks);
  return { row, steps, depth, variant: child.kind === "choice" ? child.step.replace(/^=/, "") : from.variant, above: from };
}

/** The properties in a schema's tree, breadth first, so that the limits cut off the deepest. */
function* fieldEntries(site: SiteContext, root: Schema, { page, prefix, within, owner }: SchemaLocation): Generator<SearchEntry> {
  const { routes, prose, words } = site;
  const telling = { words, say: sayOf(site), memo: site.memo };
  const open: OpenRow[] = [{ row: effective([root], uncounted(site)), steps: within === undefined ? [] : [within], depth: 0, variant: "" }];
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
        yield {
          kind: "field",
          title: child.property.name,
          context: from.variant === "" ? owner : `${owner}${VARIANT_MARK}${shorten(from.variant)}`,
          href,
          names: [],
          text: prose.fullText(described).slice(0, TEXT.field),
          values: textOf(valuesOfField(site, child)),
          note: typeOf(child),
        };
      }
      const below = openBelow(site, child, from, steps);
      if (below) open.push(below);
    }
  }
}

/** The root of what uses a schema; `undefined` for a parameter or binding. */
function rootOf({ schemas }: SiteContext, { by, part }: SchemaUsage): Schema | undefined {
  if (by.kind === "schema") return schemas.of(by.source);
  const source = by.kind === "message" && (part === "payload" || part === "headers") ? by[part] : undefined;
  return source && schemas.of(source);
}

/** Whether a schema is only a part that all who use it include by `allOf`. Its fields are theirs, and are found there. */
function isOnlyBase(site: SiteContext, named: NamedSchema): boolean {
  const base = site.schemas.of(named.source);
  const uses = site.schemas.usedBy(named);
  if (uses.length === 0 || base.properties.length > FIELDS / 2) return false;
  return uses.every((use) => {
    const root = rootOf(site, use);
    if (!root || root === base) return false;
    const { parts, properties } = effective([root], uncounted(site)).merged;
    const isProperty = properties.some(({ stated }) => stated.some(({ property }) => property.schema === base));
    return !isProperty && parts.some(({ schema, within }) => schema === base && within !== undefined);
  });
}

function* schemaFields(site: SiteContext, named: NamedSchema): Generator<SearchEntry> {
  const { routes, schemas } = site;
  const { tree, steps } = routes.rowsOf(named);
  const by = routes.homeOf(named)?.by ?? named;
  yield* fieldEntries(site, schemas.of(named.source), {
    page: routes.pageOf(named),
    prefix: tree,
    within: steps,
    owner: withoutMarkup(by.title),
  });
}

/** Fields of headers and payload defined in the message itself. Named schemas have entries on their own pages. */
function* messageFields(site: SiteContext, message: Message): Generator<SearchEntry> {
  const { routes, schemas } = site;
  const page = routes.pageOf(message);
  for (const part of ["headers", "payload"] as const) {
    const source = message[part];
    const schema = source && schemas.of(source);
    const prefix = anchorFor(...routes.stepsOf(message), part);
    if (schema && !schema.named) yield* fieldEntries(site, schema, { page, prefix, owner: withoutMarkup(message.title) });
  }
}

/** Everything that the search can find: entities with their names and texts, and the fields of schemas. */
export function* searchEntries(site: SiteContext): Generator<SearchEntry> {
  const { api } = site;
  const entities = [api.channels, api.operations, api.messages, api.schemas, api.servers, api.securitySchemes, api.allTags].flat();
  for (const entity of entities) if (!isFoundElsewhere(site, entity)) yield entityEntry(site, entity);
  yield* textEntries(site);
  for (const schema of api.schemas) if (!isOnlyBase(site, schema)) yield* schemaFields(site, schema);
  for (const message of api.messages) yield* messageFields(site, message);
}
