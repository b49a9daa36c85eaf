import type { Channel, Entity, Message, NamedSchema, Operation } from "#model";
import { anchorBelow } from "#routes";
import type { Schema } from "#schema";
import { mergeSchemas } from "#schema";
import type { SearchEntry, SearchKind } from "#search";
import type { SiteContext } from "./context.ts";
import { LEAST_ROW } from "./continued-trees.ts";
import { guideEntries } from "./guide-entries.ts";

/** Properties are found this deep below a page's own schema; what is deeper is found by the schema that it belongs to. */
const DEPTH = 3;
/** And so many of one schema, or as many as its own text can hold: what it takes over from others is found by these. */
const FIELDS = 400;

const kinds: Readonly<Record<Entity["kind"], SearchKind>> = {
  channel: "channel",
  operation: "operation",
  message: "message",
  schema: "schema",
  server: "server",
  "security-scheme": "security",
  tag: "tag",
};

function contextOf(entity: Entity): string {
  if (entity.kind === "operation") return (entity as Operation).channel?.address ?? "";
  if (entity.kind === "channel") return (entity as Channel).address ?? "";
  if (entity.kind === "message") return (entity as Message).name?.value ?? "";
  return "";
}

function namesOf(entity: Entity): string[] {
  if (entity.kind === "message") return [entity.id, (entity as Message).name?.value ?? "", (entity as Message).messageId?.value ?? ""];
  return [entity.id, contextOf(entity)];
}

function entityEntry({ prose, routes }: SiteContext, entity: Entity): SearchEntry {
  const texts = [entity.summary?.value ?? "", prose.plain(entity.description)];
  return {
    kind: kinds[entity.kind],
    title: entity.title,
    context: contextOf(entity),
    href: routes.href("index.html", entity),
    names: namesOf(entity),
    text: texts.join(" "),
  };
}

/** A schema on a page: what its rows' anchors begin with, and what to say of its fields. */
interface Place {
  readonly page: string;
  readonly prefix: string;
  readonly owner: string;
}

interface Open {
  readonly schema: Schema;
  readonly steps: readonly string[];
}

/** The schemas in which a row of the same tree goes on: the object itself, or what its items are; named ones have pages of their own. */
function inside(schema: Schema, steps: readonly string[]): Open[] {
  if (schema.named) return [];
  return [{ schema, steps }, ...(schema.items && !schema.items.named ? [{ schema: schema.items, steps: [...steps, "[]"] }] : [])];
}

/** The properties of a schema's tree, breadth first, so that a limit cuts the deepest. Bounded by depth and count. */
function* fieldEntries({ routes, prose }: SiteContext, root: Schema, { page, prefix, owner }: Place): Generator<SearchEntry> {
  const open: Open[] = [{ schema: root, steps: [] }, ...(root.items && !root.items.named ? [{ schema: root.items, steps: ["[]"] }] : [])];
  const most = Math.max(FIELDS, (root.node.end - root.node.start) / LEAST_ROW);
  let count = 0;
  for (const { schema, steps } of open) {
    for (const { name, stated } of mergeSchemas([schema]).properties) {
      const [first] = stated;
      if (!first) continue;
      if ((count += 1) > most) return;
      const path = [...steps, name];
      const described = first.property.description ?? first.property.schema.description;
      yield {
        kind: "field",
        title: name,
        context: owner,
        href: routes.relative("index.html", page, anchorBelow(prefix, ...path)),
        names: [],
        text: prose.plain(described),
      };
      if (path.length < DEPTH) open.push(...inside(first.property.schema, path));
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
  for (const group of [api.channels, api.operations, api.messages, api.schemas, api.servers, api.securitySchemes, api.allTags]) {
    for (const entity of group) yield entityEntry(site, entity);
  }
  yield* guideEntries(site);
  for (const schema of api.schemas) yield* schemaFields(site, schema);
  for (const message of api.messages) yield* messageFields(site, message);
}
