import type { Entity, Routes, Tag } from "#model";
import { anchorFor, groupTags } from "#model";
import type { WordKey, Words } from "#text";
import { groupBy } from "#text";
import type { Block } from "../blocks/index.ts";
import { fact, htmlOnly, named, sentence, tell } from "../blocks/index.ts";
import type { PageContext, SiteContext, Page, PageKind } from "../frame/index.ts";
import {
  widestCsp,
  describedTold,
  describedView,
  type DescribedView,
  framedBlocks,
  frameView,
  type FrameView,
  nameOf,
  createPageContext,
  singletons,
  siteBase,
  usesLine,
  usesOf,
  usesView,
} from "../frame/index.ts";
import { serverBlock, serverView } from "./server-view.ts";

/** Entities that share pages, with one section for each. */
interface Sections<E extends Entity, View extends { readonly anchor: string }> {
  readonly kind: "servers" | "security" | "tags";
  readonly entities: readonly E[];
  /** The name of the sections in the template. */
  readonly name: string;
  readonly view: (context: PageContext, entity: E) => View;
  /** What the views say, as blocks. */
  readonly blocks: (views: readonly View[], words: Words) => readonly Block[];
}

/** The most sections in the table of contents of a page. */
const CONTENTS = 50;

/** The pages of sections, divided as the routes do. The first page has its own kind; those that continue it are lists. */
export function sectionPages<E extends Entity, View extends { readonly anchor: string }>(
  site: SiteContext,
  { kind, entities, name, view, blocks }: Sections<E, View>,
): Page[] {
  const { routes, words } = site;
  const title = words(`site.${kind}`);
  const summary = words(`site.${kind}-lead` satisfies WordKey);
  const on = groupBy(entities, (entity) => routes.pageOf(entity));
  const paths = [...on.keys()];
  return paths.map((path, index) => ({
    path,
    kind: index === 0 ? kind : "list",
    id: index === 0 ? null : path.replace(/\.html$/, ""),
    title,
    template: `pages/${kind}`,
    view() {
      const context = createPageContext(site, path);
      const here = on.get(path) ?? [];
      const sections = here.map((entity) => view(context, entity));
      const entries = here.slice(0, CONTENTS).map((entity, at) => [sections[at]?.anchor ?? "", nameOf(entity)] as const);
      const next = sections[CONTENTS];
      const contents = next ? [...entries, [next.anchor, words("site.more", { count: here.length - CONTENTS })] as const] : entries;
      return {
        ...frameView(context, { kind, title, contents, summary, pages: paths, shown: here }),
        [name]: sections,
      };
    },
    blocks: (page: FrameView & Readonly<Record<string, unknown>>) =>
      framedBlocks(page, words, { parts: blocks(page[name] as readonly View[], words) }),
  }));
}

/** The pages of servers, one section for each. */
export function serversPages(site: SiteContext): Page[] {
  return sectionPages(site, {
    kind: "servers",
    entities: site.api.servers,
    name: "servers",
    view: serverView,
    blocks: (servers, words) => servers.map((server) => serverBlock(server, words)),
  });
}

/** The heading of each group in `x-tagGroups`, by its first tag. Empty without groups. */
function headingsOf({ api, words }: SiteContext): ReadonlyMap<Tag, { anchor: string; title: string }> {
  const groups = groupTags(api.allTags, api.extensions);
  if (groups.every(({ name }) => name === "")) return new Map();
  return new Map(
    groups.flatMap(({ name, tags: [first] }) => {
      const title = name === "" ? words("site.other-group") : name;
      return first ? [[first, { anchor: anchorFor("group", name === "" ? "other" : name), title }] as const] : [];
    }),
  );
}

function tagView(context: PageContext, tag: Tag, headings: ReturnType<typeof headingsOf>) {
  const { routes } = context.site;
  const anchor = routes.anchorOf(tag) ?? anchorFor("tag", tag.id);
  return {
    anchor,
    name: tag.title,
    count: usesOf(context.site, tag).length,
    group: headings.get(tag),
    grouped: headings.size > 0,
    ofApi: tag.taggedBy.includes("api"),
    uses: usesView(context, tag),
    ...describedView(context, tag, { prefix: anchor }),
    alsoSaid: tag.alsoSaid.map((said, at) => describedView(context, said, { prefix: `${anchor}-also-${at + 1}` })),
  };
}

function tagBlock({ name, ofApi, uses, alsoSaid, ...rest }: ReturnType<typeof tagView>, words: Words): Block {
  htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, {
    anchor: "the anchor",
    count: "the number of uses, which are listed",
    group: "the title of the section around it",
    grouped: "the level of the heading",
  });
  const unused = uses.items.length > 0 ? "" : words(ofApi ? "site.tag-of-api" : "site.tag-unused");
  const used = { facts: fact(words("site.used-by"), usesLine(uses, words)), lead: sentence(unused) };
  return named(name, tell(used, describedTold(rest, words), ...alsoSaid.map((also) => describedTold(also, words))));
}

/** Tags, in the sections of their groups. Those before the first heading on a page belong to a group that began before. */
function tagBlocks(tags: readonly ReturnType<typeof tagView>[], words: Words): Block[] {
  const starts = tags.flatMap(({ group }, at) => (group ? [{ at, title: group.title }] : []));
  const blocksOf = (from: number, to?: number): Block[] => tags.slice(from, to).map((tag) => tagBlock(tag, words));
  const groups = starts.map(({ at, title }, index) => named(title, blocksOf(at, starts[index + 1]?.at)));
  return [...blocksOf(0, starts[0]?.at), ...groups];
}

/** The pages of tags, one section for each, with what has the tag. */
export function tagsPages(site: SiteContext): Page[] {
  const headings = headingsOf(site);
  return sectionPages(site, {
    kind: "tags",
    entities: site.api.allTags,
    name: "tags",
    view: (context, tag: Tag) => tagView(context, tag, headings),
    blocks: tagBlocks,
  });
}

/**
 * The site for a page that a host shows at any address: its links have the path of the site, if its URL is known. The host is left out, so
 * that the page also works where the site is shown before it is published.
 */
function anywhere(site: SiteContext, base: string): SiteContext {
  const { routes } = site;
  const relative: Routes["relative"] = (from, to, anchor) => {
    const url = routes.relative("", to, anchor);
    return from === to ? routes.relative(from, to, anchor) : base + url;
  };
  const href: Routes["href"] = (_, entity) => base + routes.href("", entity);
  return { ...site, routes: { ...routes, relative, href } };
}

function smallPage(site: SiteContext, kind: Extract<PageKind, "search" | "not-found">, path: string): Page {
  const title = site.words(`site.${kind}`);
  const { siteUrl } = site.settings;
  const anywhereOnHost = kind === "not-found" && siteUrl !== undefined ? { base: new URL(siteBase(siteUrl)).pathname } : {};
  return {
    path,
    kind,
    id: null,
    title,
    template: `pages/${kind}`,
    ...anywhereOnHost,
    view() {
      const context = createPageContext(anywhereOnHost.base === undefined ? site : anywhere(site, anywhereOnHost.base), path);
      const lists = [...site.navigation.listings.values()]
        .filter(({ entities }) => entities.length > 0)
        .map(({ kind: listed, pages, entities }) => ({
          href: context.site.routes.relative(path, pages[0] ?? ""),
          text: site.words(`site.counted-${listed}s`, { count: entities.length }),
          count: entities.length,
        }));
      const places = singletons(site).map((each) => ({ href: context.site.routes.relative(path, each.path), text: each.title }));
      const frame = frameView(context, { kind, title, summary: title });
      const policy = kind === "not-found" ? { csp: widestCsp(site.settings.csp) } : {};
      return { ...frame, ...policy, ...anywhereOnHost, places, lists };
    },
  };
}

/** The search page. Without script it links to the lists. */
export function searchPage(site: SiteContext): Page {
  return smallPage(site, "search", "search.html");
}

/**
 * The page for addresses that do not exist. A server may show it at any address, so its links may not work, but its words must make
 * sense.
 */
export function notFoundPage(site: SiteContext): Page {
  return smallPage(site, "not-found", "404.html");
}
