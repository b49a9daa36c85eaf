import type { Entity, Message, NamedSchema, SecurityScheme, Server, Tag } from "#model";
import { numberedPages } from "#model";
import type { Words } from "#text";
import type { Line } from "../blocks/index.ts";
import { linksLine } from "../blocks/index.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { summaryOf } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { frameView } from "./frame.ts";
import { nameOf, shorten } from "./names.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./context.ts";

/** How many uses are listed beside a thing of some kinds. If there are more, pages of their own list all. */
const BESIDE = { tag: 60, "security-scheme": 40, server: 20 } as const;

/** Everything that uses an entity, each once. */
export function usesOf(site: SiteContext, entity: Entity): readonly Entity[] {
  if (entity.kind === "tag") return (entity as Tag).taggedBy.filter((each): each is Entity => each !== "api");
  if (entity.kind === "security-scheme") return (entity as SecurityScheme).usedBy;
  if (entity.kind === "server") return (entity as Server).channels;
  if (entity.kind === "message") return (entity as Message).operations;
  return entity.kind === "schema" ? [...new Set(site.schemas.usedBy(entity as NamedSchema).map(({ by }) => by))] : [];
}

/** How many uses are listed beside an entity. */
function beside(site: SiteContext, { kind }: Entity): number {
  return Object.hasOwn(BESIDE, kind) ? BESIDE[kind as keyof typeof BESIDE] : site.settings.limits.listRows;
}

/** The paths of the pages with an entity's uses, `listRows` on each; empty if all are listed beside the entity. */
export function usesPaths(site: SiteContext, entity: Entity): string[] {
  const count = usesOf(site, entity).length;
  if (count <= beside(site, entity)) return [];
  const name = site.routes.anchorOf(entity) ?? site.routes.pageOf(entity).replace(/\.html$/, "").replace("/", "-"); // prettier-ignore
  // A dot before the number: `tag-a-2` may be a tag.
  return numberedPages(`uses/${name}`, count, site.settings.limits.listRows, ".");
}

/** The first uses of an entity, how many more there are, and a link to all. */
export function usesView(context: PageContext, entity: Entity) {
  const { site, path } = context;
  const all = usesOf(site, entity);
  const items = all
    .slice(0, beside(site, entity))
    .map((each) => ({ ...entityLink(context, each), kind: site.words(`site.kind-${each.kind}`) }));
  const [first] = usesPaths(site, entity);
  return { items, more: all.length - items.length, href: first === undefined ? "" : site.routes.relative(path, first) };
}

/** The first uses in a line, and a link to all. */
export function usesLine({ items, more, href }: ReturnType<typeof usesView>, words: Words): Line {
  return linksLine(items, { text: more > 0 ? words("site.more", { count: more }) : "", href });
}

/** One page of the uses of an entity. */
interface UsesPart {
  readonly entity: Entity;
  readonly paths: readonly string[];
  readonly index: number;
}

/** Operations in which a message is only the reply, so that it goes in the other direction. */
function repliesOf(message: Message): ReadonlySet<Entity> {
  return new Set(message.operations.filter(({ messages }) => !messages.includes(message)));
}

function viewOf(context: PageContext, { entity, paths, index }: UsesPart) {
  const { site } = context;
  const { words } = site;
  const all = usesOf(site, entity);
  const size = site.settings.limits.listRows;
  const rows = all.slice(index * size, (index + 1) * size);
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

/** The pages of uses, for entities with more uses than can be listed beside them. */
export function* usesPages(site: SiteContext): Generator<Page> {
  const { api } = site;
  for (const entity of [...api.servers, ...api.securitySchemes, ...api.allTags, ...api.messages, ...api.schemas]) {
    const paths = usesPaths(site, entity);
    const title = site.words("site.uses-of", { name: nameOf(entity) });
    for (const [index, path] of paths.entries()) {
      const view = () => viewOf(createPageContext(site, path), { entity, paths, index });
      yield { path, kind: "list", id: path.replace(/\.html$/, ""), title, template: "pages/uses", view };
    }
  }
}
