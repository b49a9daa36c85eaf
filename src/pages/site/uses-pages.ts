import type { Entity, Message } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { summaryOf } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { nameOf } from "./name-of.ts";
import { frameView } from "./frame.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { shorten } from "./shorten.ts";
import { usesOf, usesPaths } from "./uses.ts";

/** One page of the uses of an entity. */
export interface UsesPart {
  readonly entity: Entity;
  readonly paths: readonly string[];
  readonly index: number;
}

/** What a page lists, of all there are. */
export function usesOn({ settings }: SiteContext, all: readonly Entity[], index: number): readonly Entity[] {
  const size = settings.limits.listRows;
  return all.slice(index * size, (index + 1) * size);
}

/** Operations that have a message as their reply only: it goes the other way. */
function repliesOf(message: Message): ReadonlySet<Entity> {
  return new Set(message.operations.filter(({ messages }) => !messages.includes(message)));
}

function viewOf(context: PageContext, { entity, paths, index }: UsesPart) {
  const { site } = context;
  const { words } = site;
  const all = usesOf(site, entity);
  const rows = usesOn(site, all, index);
  const replies = entity.kind === "message" ? repliesOf(entity as Message) : new Set<Entity>();
  const kindOf = (each: Entity) => words(replies.has(each) ? "site.reply" : `site.kind-${each.kind}`);
  const title = words("site.uses-of", { name: shorten(nameOf(entity)) });
  return {
    ...frameView(context, {
      kind: "list",
      title,
      summary: title,
      pages: paths,
      crumbs: [{ text: shorten(nameOf(entity)), href: context.href(entity) }, { text: words("site.used-by") }],
    }),
    link: entityLink(context, entity),
    entityKind: words(`site.kind-${entity.kind}`),
    count: all.length,
    rows: rows.map((each) => ({ ...entityLink(context, each), kind: kindOf(each), summary: summaryOf(context, each) })),
  };
}

/** Parts of the uses of what is used so much that its own page or section names the first of them only, with the paths of their pages. */
export function* usesParts(site: SiteContext): Generator<UsesPart & { readonly path: string }> {
  const { api } = site;
  for (const entity of [...api.servers, ...api.securitySchemes, ...api.allTags, ...api.messages, ...api.schemas]) {
    const paths = usesPaths(site, entity);
    for (const [index, path] of paths.entries()) yield { path, entity, paths, index };
  }
}

/** Their pages. */
export function* usesPages(site: SiteContext): Generator<Page> {
  for (const part of usesParts(site)) {
    const { path, entity } = part;
    const title = site.words("site.uses-of", { name: nameOf(entity) });
    const id = path.replace(/\.html$/, "");
    yield { path, kind: "list", id, title, template: "pages/uses", view: () => viewOf(createPageContext(site, path), part) };
  }
}
