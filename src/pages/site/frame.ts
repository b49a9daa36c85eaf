import type { Node } from "#text";
import type { Entity } from "#model";
import { byFolder } from "./by-folder.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { brandView } from "./brand-view.ts";
import { csp } from "./csp.ts";
import { editHref } from "./repository.ts";
import { headView } from "./head-view.ts";
import { entityLink, type EntityLink } from "./entity-link.ts";
import { nameOf } from "./name-of.ts";
import { interfaceWords } from "./interface-words.ts";
import { numberedTitle, numberedView } from "./numbered-view.ts";
import { guideLinks } from "./guide-links.ts";
import type { ListedKind } from "./navigation.ts";
import type { PageKind } from "./page.ts";
import { pageProblems } from "./problems-view.ts";
import { shorten } from "./shorten.ts";
import { sidebarSections } from "./sidebar.ts";
import { singletons } from "./singletons.ts";
import { breakableHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** An entry of the page's own contents. */
export interface Contents {
  readonly href: string;
  readonly text: string;
}

/** What the layout needs to know of a page. */
export interface Frame {
  readonly kind: PageKind;
  readonly title: string;
  /** Plain text for `<meta name="description">`. */
  readonly summary?: string;
  readonly entity?: Entity;
  /** Where what the page shows can be edited; without it where its entity is written. */
  readonly place?: Node;
  /** Of what continues on numbered pages: all of them, this one included. */
  readonly pages?: readonly string[] | undefined;
  readonly crumbs?: readonly { readonly text: string; readonly href?: string }[];
  /** What the page shows in full besides its entity: their problems are listed on it. */
  readonly shown?: readonly Entity[];
  /** Anchor and text of each section. `undefined` sections are left out. */
  readonly contents?: readonly (readonly [anchor: string, text: string] | undefined)[];
}

function neighbours(context: PageContext, entity: Entity | undefined): { previous?: EntityLink; next?: EntityLink } {
  const listing = entity && context.site.navigation.listings.get(entity.kind as ListedKind);
  if (!entity || !listing) return {};
  const at = listing.indexOf(entity);
  const previous = listing.entities[at - 1];
  const next = at < 0 ? undefined : listing.entities[at + 1];
  return { ...(previous ? { previous: entityLink(context, previous) } : {}), ...(next ? { next: entityLink(context, next) } : {}) };
}

function crumbsOf(context: PageContext, frame: Frame) {
  const { api, routes, words, navigation } = context.site;
  const home = { text: visible(api.info.title), href: routes.relative(context.path, "index.html") };
  if (frame.crumbs) return [home, ...frame.crumbs];
  const listing = frame.entity && navigation.listings.get(frame.entity.kind as ListedKind);
  if (!listing) return frame.kind === "overview" ? [] : [home];
  const group = listing.groupOf(frame.entity);
  const crumbs = [home, { text: words(`site.${listing.kind}s`), href: routes.relative(context.path, listing.pages[0] ?? "") }];
  if (!group || listing.groups.length < 2 || group.name === "") return crumbs;
  const { path, anchor } = listing.placeOf(group);
  return [...crumbs, { text: shorten(visible(group.name)), href: routes.relative(context.path, path, anchor) }];
}

function startView({ path }: PageContext, site: SiteContext) {
  return singletons(site).map((each) => ({ href: site.routes.relative(path, each.path), text: each.title, current: each.path === path }));
}

/** Of these pages, only that of the source is in a folder. */
const startElsewhere = byFolder(startView);

/** What all pages of a folder say of the site. */
const siteView = byFolder((context: PageContext, { api, routes, settings }: SiteContext) => {
  const { path } = context;
  const home = routes.relative(path, "index.html");
  return {
    base: path === "index.html" ? "./" : home.replace(/index\.html$/, ""),
    site: {
      name: visible(api.info.title),
      version: visible(api.info.version),
      home,
      search: routes.relative(path, "search.html"),
      links: settings.links,
      footer: settings.footer ?? "",
      ...brandView(context),
    },
  };
});

/** All that the layout puts around a page. The assets' paths are known to the renderer alone and stand beside this. */
export function frameView(context: PageContext, frame: Frame) {
  const { site, path } = context;
  const { api, settings, words, routes } = site;
  const name = visible(api.info.title);
  const heading = frame.entity ? nameOf(frame.entity) : visible(frame.title);
  const problems = pageProblems(context, [...(frame.entity ? [frame.entity] : []), ...(frame.shown ?? [])]);
  const contents = (frame.contents ?? []).flatMap((entry) => (entry ? [{ href: routes.relative(path, path, entry[0]), text: entry[1] }] : []));
  return {
    t: interfaceWords(words),
    kind: frame.kind,
    language: settings.language,
    title: frame.kind === "overview" ? name : `${numberedTitle(context, visible(frame.title), frame.pages)} · ${name}`,
    summary: visible(frame.summary ?? "").slice(0, 300),
    csp: csp(settings.csp),
    ...siteView(context, site),
    start: frame.kind === "source" ? startView(context, site) : startElsewhere(context, site),
    guides: guideLinks(context),
    sections: sidebarSections(context, frame.entity),
    large: site.navigation.total > 60,
    crumbs: crumbsOf(context, frame),
    ...(problems ? { pageProblems: problems } : {}),
    contents,
    hasContents: contents.length > 1,
    ...neighbours(context, frame.entity),
    ...numberedView(context, frame.pages),
    ...headView(context, frame.kind),
    edit: editHref(context, frame.place ?? frame.entity?.node),
    heading,
    headline: { html: breakableHtml(heading) },
  };
}
