import type { Entity, Message, NamedSchema, SecurityScheme, Server, Tag } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { entityLink, type EntityLink } from "./entity-link.ts";
import { numberedPages } from "#model";

/** Kinds whose uses are listed, and how many of them beside what is used; what has more has pages of its own for them. */
const BESIDE = { tag: 60, "security-scheme": 40, server: 20 } as const;

/** Everything that uses an entity, each once. */
export function usesOf(site: SiteContext, entity: Entity): readonly Entity[] {
  if (entity.kind === "tag") return (entity as Tag).taggedBy.filter((each): each is Entity => each !== "api");
  if (entity.kind === "security-scheme") return (entity as SecurityScheme).usedBy;
  if (entity.kind === "server") return (entity as Server).channels;
  if (entity.kind === "message") return (entity as Message).operations;
  return entity.kind === "schema" ? [...new Set(site.schemas.usedBy(entity as NamedSchema).map(({ by }) => by))] : [];
}

/** How many uses stand beside an entity itself. */
function beside(site: SiteContext, { kind }: Entity): number {
  return Object.hasOwn(BESIDE, kind) ? BESIDE[kind as keyof typeof BESIDE] : site.settings.limits.listRows;
}

/** The pages of an entity's uses, `listRows` each: none where they all stand beside it. */
export function usesPaths(site: SiteContext, entity: Entity): string[] {
  const count = usesOf(site, entity).length;
  if (count <= beside(site, entity)) return [];
  const name = site.routes.anchorOf(entity) ?? site.routes.pageOf(entity).replace(/\.html$/, "").replace("/", "-"); // prettier-ignore
  // A dot before the number: `tag-a-2` may be a tag.
  return numberedPages("", count, site.settings.limits.listRows).map((end) => `uses/${name}${end.replace("-", ".")}`);
}

/** The first uses of an entity, and the way to all of them. */
export interface UsesView {
  readonly items: readonly (EntityLink & { readonly kind: string })[];
  /** How many more there are; 0 where these are all. */
  readonly more: number;
  readonly href: string;
}

export function usesView(context: PageContext, entity: Entity): UsesView {
  const { site, path } = context;
  const all = usesOf(site, entity);
  const items = all.slice(0, beside(site, entity)).map((each) => ({ ...entityLink(context, each), kind: site.words(`site.kind-${each.kind}`) }));
  const [first] = usesPaths(site, entity);
  return { items, more: all.length - items.length, href: first === undefined ? "" : site.routes.relative(path, first) };
}
