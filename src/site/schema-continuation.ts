import type { NamedSchema } from "#model";
import { numberedPages } from "#routes";
import type { PageContext, SiteContext } from "./context.ts";
import { createPageContext } from "./page-context.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import type { Rest, Section } from "./schema-growth.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";
import { schemaTree } from "./schema-tree-view.ts";

/** What the anchors of a schema's own tree begin with, on each of its pages. */
export const SCHEMA_PREFIX = "schema";

/** Characters of source that the smallest row of a schema takes (`a: {}`): a text shorter than a page of them has no rest of its own. */
const LEAST_ROW = 4;

/** What stands on the further pages of a schema's tree. */
interface Continuation {
  /** What each page goes on with. */
  readonly pages: readonly (readonly Rest[])[];
  /** From {@link keyOf} a rest to the index of its page. */
  readonly places: ReadonlyMap<string, number>;
}

const NOTHING: Continuation = { pages: [], places: new Map() };

function keyOf({ task, from }: Rest): string {
  return `${from} ${task.row.id}`;
}

/** Rows of a further page: schemas with pages of their own are linked, so that no page of one repeats another's. */
function rowsOn(page: PageContext, schema: NamedSchema, continued: (rest: Rest) => string | undefined): SchemaTreeRows {
  const isHere = (named: NamedSchema): boolean => named === schema;
  const context = { ...createTreeContext(page), isHere };
  return new SchemaTreeRows({ context, prefix: SCHEMA_PREFIX, budget: page.budget, more: undefined, continued, resumes: true });
}

/**
 * Lays out the further pages of a tree. Rows are made and let go of; what is kept is where each page begins.
 * Linear: a schema has no more room than its own text is long.
 */
function layOut(site: SiteContext, schema: NamedSchema): Continuation {
  const { routes, schemas, documents, settings } = site;
  const node = documents.follow(schema.source.node) ?? schema.node;
  const length = node.end - node.start;
  if (length < settings.limits.schemaRows * LEAST_ROW) return NOTHING;
  const rests: Rest[] = [];
  const continued = (rest: Rest): undefined => void rests.push(rest);
  const path = routes.pageOf(schema);
  schemaTree(createPageContext(site, path), schemas.of(schema.source), { prefix: SCHEMA_PREFIX, continued });
  const pages: Rest[][] = [];
  const places = new Map<string, number>();
  let [at, room] = [0, length / LEAST_ROW];
  while (at < rests.length && room > 0) {
    const page = createPageContext(site, path);
    const rows = rowsOn(page, schema, continued);
    const shown: Rest[] = [];
    for (let rest = rests[at]; rest && page.budget.rows > 0; rest = rests[(at += 1)]) {
      places.set(keyOf(rest), pages.length);
      shown.push(rest);
      rows.resume(rest);
    }
    pages.push(shown);
    room -= settings.limits.schemaRows;
  }
  return { pages, places };
}

const known = new WeakMap<SiteContext, Map<NamedSchema, Continuation>>();

function continuationOf(site: SiteContext, schema: NamedSchema): Continuation {
  let ofSite = known.get(site);
  if (!ofSite) known.set(site, (ofSite = new Map<NamedSchema, Continuation>()));
  let made = ofSite.get(schema);
  if (!made) ofSite.set(schema, (made = layOut(site, schema)));
  return made;
}

/** The pages of a schema's tree, its own first. A dot before the number: `lamp-2` may be a schema. */
export function schemaPaths(site: SiteContext, schema: NamedSchema): string[] {
  const path = site.routes.pageOf(schema);
  const { length } = continuationOf(site, schema).pages;
  return numberedPages("", length + 1, 1).map((end) => path.replace(/\.html$/, end.replace("-", ".")));
}

/** Where the rest of a schema's tree is shown, seen from a page of it. */
export function continuedOn({ site, path }: PageContext, schema: NamedSchema): (rest: Rest) => string | undefined {
  const { places } = continuationOf(site, schema);
  const paths = places.size > 0 ? schemaPaths(site, schema) : [];
  return (rest) => {
    const place = places.get(keyOf(rest));
    const to = place === undefined ? undefined : paths[place + 1];
    return to === undefined ? undefined : site.routes.relative(path, to, `${rest.task.row.id}.~${rest.from === 0 ? "" : rest.from}`);
  };
}

/** The sections of one further page, by its index among these. */
export function continuedSections(page: PageContext, schema: NamedSchema, index: number): readonly Section[] {
  const rows = rowsOn(page, schema, continuedOn(page, schema));
  for (const rest of continuationOf(page.site, schema).pages[index] ?? []) rows.resume(rest);
  return rows.sections;
}

/** Links to the pages of a schema's tree; none where it has one. */
export function schemaPages({ site, path }: PageContext, schema: NamedSchema) {
  const paths = schemaPaths(site, schema);
  return paths.length > 1 ? paths.map((to, at) => ({ href: site.routes.relative(path, to), number: at + 1, current: to === path })) : [];
}
