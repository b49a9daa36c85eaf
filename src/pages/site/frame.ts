import type { Settings } from "#config";
import type { Entity } from "#model";
import type { Diagnostic, Node, Words } from "#text";
import { templateWords } from "#text";
import { brandView } from "./brand.ts";
import { browsePath } from "./browse-path.ts";
import { byFolder } from "./by-folder.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { csp } from "./csp.ts";
import type { EntityLink } from "./entity-link.ts";
import { entityLink } from "./entity-link.ts";
import { guideTitle } from "./guide-title.ts";
import { nameOf } from "./name-of.ts";
import type { ListedKind } from "./navigation.ts";
import { numberedTitle, numberedView } from "./numbered-view.ts";
import type { PageKind } from "./page.ts";
import { markdownPath } from "./page.ts";
import { pageProblems } from "./problems-view.ts";
import { editHref } from "./repository.ts";
import { shorten } from "./shorten.ts";
import { changedView } from "./site-changes.ts";
import { channelTree, referenceLinks } from "./sidebar.ts";
import { publicUrl } from "./singletons.ts";
import { breakableHtml, escapeHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** The words of pages by their short key (`{{@root.t.channels}}`), said once for all pages. Those with blanks are filled by the views. */
export function interfaceWords(words: Words): { readonly t: Readonly<Record<string, string>>; readonly p: Readonly<Record<string, string>> } {
  return { t: templateWords(words, "site"), p: templateWords(words, "portal") };
}

/** So many guides are in the sidebar; of more, those around the current one. */
const MOST = 40;

/** The guides in the sidebar of a page. */
function guideLinks(context: PageContext) {
  const { site, path } = context;
  const at = site.guides.findIndex((guide) => guide.path === path);
  const start = Math.max(0, Math.min(at - MOST / 2, site.guides.length - MOST));
  const shown = site.guides.slice(start, start + MOST);
  const groups: { readonly name: string; readonly items: object[] }[] = [];
  for (const guide of shown) {
    const { group: name = "" } = guide;
    if (groups.at(-1)?.name !== name) groups.push({ name, items: [] });
    groups.at(-1)?.items.push({
      href: site.routes.relative(path, guide.path),
      text: guideTitle(site, guide),
      current: guide.path === path,
    });
  }
  return { groups, count: site.guides.length, more: site.guides.length > shown.length };
}

/** Pages that nobody should come to from a search engine. */
const UNLISTED: readonly PageKind[] = ["search", "not-found"];

/** What search engines, link previews and programs read in the head of a page. */
function headView(context: PageContext, kind: PageKind) {
  const { path, site } = context;
  const { siteUrl, noindex } = site.settings;
  const markdown = markdownPath(site, { kind, path });
  const unlisted = UNLISTED.includes(kind);
  return {
    noindex: noindex || unlisted,
    ...(siteUrl === undefined || unlisted ? {} : { canonical: site.portal?.canonical(path) ?? publicUrl(siteUrl, path), ogType: kind === "overview" ? "website" : "article" }),
    ...(markdown === undefined ? {} : { markdown: site.routes.relative(path, markdown) }),
  };
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
  /** Problems of what stands elsewhere that the page shows all the same. */
  readonly problems?: readonly Diagnostic[];
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

/** What all pages of a folder say of the site. */
const siteView = byFolder((context: PageContext, { api, routes, settings, portal }: SiteContext) => {
  const { path } = context;
  const home = routes.relative(path, "index.html");
  const base = path === "index.html" ? "./" : home.replace(/index\.html$/, "");
  return {
    base: portal?.href(path, "") ?? base,
    site: {
      name: visible(api.info.title),
      version: visible(api.info.version),
      home,
      search: portal?.href(path, "search.html") ?? routes.relative(path, "search.html"),
      links: settings.links,
      footer: settings.footer ?? "",
      ...brandView(context),
    },
  };
});

/** Where the header of every page of a portal leads. */
export function portalSections(words: Words, link: (file: string) => string) {
  return [
    { name: "apis", href: link("index.html"), text: words("portal.apis") },
    { name: "channels", href: link("channels.html"), text: words("portal.channels") },
    { name: "messages", href: link("messages.html"), text: words("portal.messages") },
    { name: "map", href: link("map.html"), text: words("portal.map") },
    { name: "findings", href: link("problems.html"), text: words("portal.findings") },
  ] as const;
}

/** What the layout says of the portal that a page is part of. */
function portalView({ path, site: { portal, words } }: PageContext) {
  if (!portal) return {};
  const { title, api, group } = portal;
  const link = (file: string): string => portal.href(path, file);
  const listed = link(browsePath("group", group));
  return {
    portal: {
      title: visible(title),
      api,
      home: link("index.html"),
      listed,
      // What shares no group has no neighbours in it.
      ...(group === "" ? {} : { groupHref: listed, groupText: words("portal.same-group", { group: visible(group) }) }),
      note: portal.slot("note"),
      also: portal.slot("also"),
    },
    portalSections: portalSections(words, link),
    searchHint: words("portal.search-everything"),
  };
}

/** The tag of a script that counts visits. A browser holds one with a hash to it only where its host lets others read it. */
function analyticsHtml({ script, integrity, data }: NonNullable<Settings["analytics"]>): string {
  const attributes = [
    ["src", script],
    ...(integrity === undefined ? [] : [["integrity", integrity], ["crossorigin", "anonymous"]]),
    ...Object.entries(data).map(([name, value]) => [`data-${name}`, value]),
  ];
  return `<script defer ${attributes.map(([name = "", value = ""]) => `${name}="${escapeHtml(value)}"`).join(" ")}></script>`;
}

/** All that the layout puts around a page. The assets' paths are known to the renderer alone and stand beside this. */
export function frameView(context: PageContext, frame: Frame) {
  const { site, path } = context;
  const { api, settings, words, routes } = site;
  const name = visible(api.info.title);
  const heading = frame.entity ? nameOf(frame.entity) : visible(frame.title);
  const problems = pageProblems(context, [...(frame.entity ? [frame.entity] : []), ...(frame.shown ?? [])], frame.problems);
  const contents = (frame.contents ?? []).flatMap((entry) => (entry ? [{ href: routes.relative(path, path, entry[0]), text: entry[1] }] : []));
  return {
    ...site.memo.of(interfaceWords, words),
    kind: frame.kind,
    language: settings.language,
    view: settings.view,
    embed: settings.embed,
    clientLeads: settings.view === "client",
    title: frame.kind === "overview" ? name : `${numberedTitle(context, visible(frame.title), frame.pages)} · ${name}`,
    summary: visible(frame.summary ?? "").slice(0, 300),
    csp: csp(settings.csp),
    ...(settings.analytics ? { analytics: { html: analyticsHtml(settings.analytics) } } : {}),
    ...siteView(context, site),
    ...portalView(context),
    showSource: settings.show.source,
    isHome: path === "index.html",
    guides: guideLinks(context),
    channelTree: channelTree(context, frame.entity),
    reference: referenceLinks(context, frame.entity),
    crumbs: crumbsOf(context, frame),
    ...(problems ? { pageProblems: problems } : {}),
    ...changedView(context, frame.entity),
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
