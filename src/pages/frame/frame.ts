import { extname } from "node:path";
import type { Settings } from "#config";
import type { Entity, Operation } from "#model";
import type { GuidePage } from "#prose";
import type { Diagnostic, Node, Words, StringNode } from "#text";
import { MOST_ON_PAGE, templateWords, stringOf, valueOf } from "#text";
import type { Block, Line, Told } from "../blocks/index.ts";
import { escapeHtml, joinLines, sentence, tell, withoutMarkup } from "../blocks/index.ts";
import type { PageContext, SiteContext } from "./context.ts";
import type { UrlView } from "./described-view.ts";
import { editHref, feedbackHref, furtherEdits, urlView } from "./described-view.ts";
import { guideTitle, entityLink } from "./entity-link.ts";
import { addressInsteadOfName, nameOf, shorten } from "./names.ts";
import type { ListedKind } from "./navigation.ts";
import { numberedTitle, numberedView } from "./navigation.ts";
import { markdownPath } from "./context.ts";
import type { PageKind } from "./page.ts";
import { siteSums, pageProblems, problemItems, PROBLEMS_PATH } from "./problems-view.ts";
import { channelTree, referenceLinks } from "./sidebar.ts";
import { FULL_TEXT_PATH, PRINT_PATH, printable, publicUrl, changedView } from "./singletons.ts";

/** The sources that every page may load: our own scripts and styles, images of the site, and nothing from other hosts. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'"],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "require-trusted-types-for": ["'script'"],
  // The only policy on most pages belongs to the search. It turns names of index files, and nothing else, into script URLs.
  "trusted-types": ["msgdocs-search"],
};

/**
 * The directive that enforces Trusted Types. Third-party scripts seldom support them, so settings may remove it with the single source
 * `'none'`.
 */
const TRUSTED_TYPES = "require-trusted-types-for";

/** The policy of the page for addresses that do not exist: it turns the path of a list of homes, and nothing else, into a script URL. */
const HOMES = "msgdocs-homes";

/** The Content Security Policy of the page for addresses that do not exist, and of hosts, which send one for all pages. */
export function widestCsp(further: Readonly<Record<string, readonly string[]>>): string {
  return csp({ ...further, "trusted-types": [...(further["trusted-types"] ?? []), HOMES] });
}

/** The Content Security Policy for a `<meta>` element (CSP 3), with the sources that settings add. */
export function csp(further: Readonly<Record<string, readonly string[]>>): string {
  const directives = new Map(Object.entries(OWN));
  for (const [name, sources] of Object.entries(further)) {
    const own = (directives.get(name) ?? []).filter((source) => source !== "'none'");
    directives.set(name, [...own, ...sources.filter((source) => !/[;,\s]/.test(source))]);
  }
  if (further[TRUSTED_TYPES]?.join() === "'none'") for (const name of [TRUSTED_TYPES, "trusted-types"]) directives.delete(name);
  return [...directives].map(([name, sources]) => `${name} ${sources.join(" ")}`).join("; ");
}

/**
 * The interface words by their short key (`{{@root.t.channels}}`), made once for all pages. Words with placeholders are filled in by
 * the views.
 */
export function interfaceWords(words: Words): {
  readonly t: Readonly<Record<string, string>>;
  readonly p: Readonly<Record<string, string>>;
} {
  return { t: templateWords(words, "site"), p: templateWords(words, "portal") };
}

/** The guides in the sidebar of a page. */
function guideLinks(context: PageContext) {
  const { site, path } = context;
  const at = site.guides.findIndex((guide) => guide.path === path);
  const start = Math.max(0, Math.min(at - MOST_ON_PAGE / 2, site.guides.length - MOST_ON_PAGE));
  const shown = site.guides.slice(start, start + MOST_ON_PAGE);
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

/** Pages that search engines should not list. */
const UNLISTED: readonly PageKind[] = ["search", "not-found"];

/** What the layout shows around the content of a page. */
export type FrameView = ReturnType<typeof frameView>;

/** What {@link framedBlocks} reads of the view of a page. */
interface Framed extends Pick<FrameView, "changed" | "pageOf" | "pageProblems"> {
  readonly pages?: readonly { readonly href: string; readonly number: number; readonly current: boolean }[];
}

/** What a page says, with what the frame says of it: the number of the page, what changed, problems, and the other pages of its series. */
export function framedBlocks(view: Framed, words: Words, ...told: readonly Told[]): Block[] {
  const { changed, pageOf, pageProblems: problems, pages = [] } = view;
  const numbers = pages.map(({ href, number, current }): Line => (current ? String(number) : { text: String(number), href }));
  const more = problems && problems.more > 0 ? [{ line: words("site.more", { count: problems.more }) }] : [];
  return tell(
    { facts: changed ? [{ line: changed }] : [], lead: sentence(pageOf === undefined ? "" : `${pageOf}.`) },
    ...told,
    // Those of a tree stand at its rows.
    { problems: problems ? [{ further: { title: words("site.problems"), items: [...problemItems(problems.items), ...more] } }] : [] },
    { problems: sentence(numbers.length === 0 ? "" : [`${words("site.pages")}: `, joinLines(numbers, " · ")]) },
  );
}

/** Where readers may ask an assistant about a page. The question comes last in the URL. */
const ASSISTANTS = [
  ["ChatGPT", "https://chatgpt.com/?hints=search&q="],
  ["Claude", "https://claude.ai/new?q="],
] as const;

/** What readers may do with a page elsewhere; `url` is its public URL. `undefined` if there is nothing. */
function handView(
  words: Words,
  given: {
    readonly markdown?: string;
    readonly full?: string;
    readonly print?: string;
    readonly url?: string;
    /** Whether readers can copy the page. An embedded page has no script that would load its text. */
    readonly isCopied?: boolean;
  },
) {
  const { url, ...links } = given;
  // The URL stands as it is: in a part of a portal it holds a mark, which becomes text where the portal is merged.
  const [before = "", after = ""] = words("site.assistant-question", { url: "<>" }).split("<>").map(encodeURIComponent);
  const assistants =
    url === undefined
      ? []
      : ASSISTANTS.map(([name, start]) => ({ href: start + before + url + after, text: words("site.open-in", { name }) }));
  return assistants.length === 0 && Object.keys(links).length === 0 ? {} : { hand: { ...links, assistants } };
}

/** A page as its head tells of it. */
interface HeadedPage extends Pick<PageContext, "path"> {
  readonly kind: PageKind;
  readonly link: (file: string) => string;
  /** The public URL of a page. It is asked for only if the site has one. */
  readonly address: (page: string) => string;
  /** What a site has, and a portal does not: the page for printing, and its whole text. */
  readonly print?: string | undefined;
  readonly full?: string;
}

/** What the head of a page tells search engines, link previews and programs, and what readers may do with the page elsewhere. */
export function headView({ settings, words }: Pick<SiteContext, "settings" | "words">, page: HeadedPage) {
  const { path, kind, link, address, print, full } = page;
  const markdown = markdownPath({ settings }, path);
  const unlisted = UNLISTED.includes(kind);
  const isPublic = settings.siteUrl !== undefined && !unlisted;
  const ways = {
    ...(markdown === undefined ? {} : { markdown: link(markdown) }),
    ...(print === undefined ? {} : { print: link(print) }),
  };
  return {
    noindex: settings.noindex || unlisted,
    ...(isPublic ? { canonical: address(path), ogType: kind === "overview" ? "website" : "article" } : {}),
    ...ways,
    ...handView(words, {
      ...ways,
      ...(markdown === undefined ? {} : { isCopied: !settings.embed }),
      ...(markdown === undefined || full === undefined ? {} : { full: link(full) }),
      ...(isPublic && settings.show.assistants ? { url: address(markdown ?? path) } : {}),
    }),
  };
}

/** What the layout needs to know about a page. */
export interface Frame {
  readonly kind: PageKind;
  readonly title: string;
  /** Plain text for `<meta name="description">`. */
  readonly summary?: string;
  readonly entity?: Entity;
  /** The entity that a further page continues, for the sidebar. */
  readonly continues?: Entity;
  /** The place to edit, if it is not that of the entity. */
  readonly place?: Node;
  /** The paths of all pages of a numbered series, including this one. */
  readonly pages?: readonly string[] | undefined;
  readonly crumbs?: readonly { readonly text: string; readonly href?: string }[];
  /** Problems from other places that the page shows as well. */
  readonly problems?: readonly Diagnostic[];
  /** Further entities that the page shows in full, whose problems it lists. */
  readonly shown?: readonly Entity[];
  /** Anchor and text of each section. `undefined` sections are left out. */
  readonly contents?: readonly (readonly [anchor: string, text: string] | undefined)[];
}

/** A link to the page before or after this one. An operation without a name has a direction and its address, as its page has. */
function turnLink(context: PageContext, entity: Entity) {
  const { href, text, direction } = entityLink(context, entity);
  const address = entity.kind === "operation" ? addressInsteadOfName(entity as Operation) : undefined;
  return address === undefined || !direction ? { href, text } : { href, text: shorten(address), direction };
}

/** The pages before and after this one: of the guides, or of the things of its kind, in the order of the sidebar. */
function neighbours(context: PageContext, entity: Entity | undefined) {
  const { path, site } = context;
  const listing = entity && site.navigation.listings.get(entity.kind as ListedKind);
  const guideLink = (guide: GuidePage) => ({ href: site.routes.relative(path, guide.path), text: guideTitle(site, guide) });
  const around = <T>(all: readonly T[], at: number, link: (each: T) => object) => {
    const [previous, next] = at < 0 ? [] : [all[at - 1], all[at + 1]];
    return { ...(previous ? { previous: link(previous) } : {}), ...(next ? { next: link(next) } : {}) };
  };
  if (entity && listing) return around(listing.entities, listing.indexOf(entity), (each) => turnLink(context, each));
  return around(
    site.guides,
    site.guides.findIndex((guide) => guide.path === path),
    guideLink,
  );
}

function crumbsOf(context: PageContext, frame: Frame) {
  const { api, routes, words, navigation } = context.site;
  const home = { text: api.info.title, href: routes.relative(context.path, "index.html") };
  if (frame.crumbs) return [home, ...frame.crumbs];
  const channel = frame.entity?.kind === "operation" ? (frame.entity as Operation).channel : undefined;
  const entity = channel ?? frame.entity;
  const listing = entity && navigation.listings.get(entity.kind as ListedKind);
  if (!listing) return frame.kind === "overview" ? [] : [home];
  const group = listing.groupOf(entity);
  const crumbs = [home, { text: words(`site.${listing.kind}s`), href: routes.relative(context.path, listing.pages[0] ?? "") }];
  if (group && listing.groups.length >= 2 && group.name !== "") {
    const { path, anchor } = listing.placeOf(group);
    crumbs.push({ text: shorten(group.name), href: routes.relative(context.path, path, anchor) });
  }
  if (channel) crumbs.push({ text: entityLink(context, channel).text, href: context.href(channel) });
  return crumbs;
}

/** What the layout says about the site. */
function siteView(context: PageContext) {
  const { path, site } = context;
  const { api, routes, settings, footer, portal } = site;
  const home = routes.relative(path, "index.html");
  const base = path === "index.html" ? "./" : home.replace(/index\.html$/, "");
  return {
    base: portal?.href(path, "") ?? base,
    csp: csp(settings.csp),
    site: {
      name: api.info.title,
      version: api.info.version,
      home,
      ...(site.problems.length === 0
        ? {}
        : { problems: { href: routes.relative(path, PROBLEMS_PATH), current: path === PROBLEMS_PATH, ...siteSums(site) } }),
      search: portal?.href(path, "search.html") ?? routes.relative(path, "search.html"),
      links: settings.links,
      footer,
      ...brandView(context),
    },
  };
}

/** The sections that the header of a portal's pages links to. */
export function portalSections(words: Words, link: (file: string) => string, hasGuides: boolean) {
  return [
    { name: "apis", href: link("index.html"), text: words("portal.apis") },
    { name: "channels", href: link("channels.html"), text: words("portal.channels") },
    { name: "messages", href: link("messages.html"), text: words("portal.messages") },
    { name: "map", href: link("map.html"), text: words("portal.map") },
    { name: "findings", href: link("problems.html"), text: words("portal.findings") },
    ...(hasGuides ? ([{ name: "guides", href: link("guides.html"), text: words("site.guides") }] as const) : []),
  ] as const;
}

/** What the layout says about the portal that a page belongs to. */
function portalView({ path, site: { portal, words } }: PageContext) {
  if (!portal) return {};
  const { title, api } = portal;
  const link = (file: string): string => portal.href(path, file);
  return {
    portal: {
      title,
      api,
      home: link("index.html"),
      note: portal.slot("note"),
      also: portal.slot("also"),
      group: portal.slot("group"),
      versions: portal.slot("versions"),
    },
    portalSections: portalSections(words, link, portal.hasGuides).map((section) =>
      section.name === "findings" ? { ...section, found: portal.slot("findings") } : section,
    ),
    searchHint: words("portal.search-everything"),
  };
}

/** The script element for visit statistics. A browser checks its hash only if the host allows other sites to read the script (CORS). */
function analyticsHtml({ script, integrity, data }: NonNullable<Settings["analytics"]>): string {
  const attributes = [
    ["src", script],
    ...(integrity === undefined
      ? []
      : [
          ["integrity", integrity],
          ["crossorigin", "anonymous"],
        ]),
    ...Object.entries(data).map(([name, value]) => [`data-${name}`, value]),
  ];
  return `<script defer ${attributes.map(([name = "", value = ""]) => `${name}="${escapeHtml(value)}"`).join(" ")}></script>`;
}

/** Everything that the layout puts around a page. The paths of assets are not included: only the renderer knows them. */
export function frameView(context: PageContext, frame: Frame) {
  const { site, path } = context;
  const { api, settings, words, routes } = site;
  const name = api.info.title;
  const heading = frame.entity ? nameOf(frame.entity) : frame.title;
  const problems = pageProblems(context, [...(frame.entity ? [frame.entity] : []), ...(frame.shown ?? [])], frame.problems);
  const contents = (frame.contents ?? []).flatMap((entry) =>
    entry ? [{ href: routes.relative(path, path, entry[0]), text: entry[1] }] : [],
  );
  const title = frame.kind === "overview" ? name : `${numberedTitle({ path, words }, frame.title, frame.pages)} · ${name}`;
  return {
    ...site.memo.of(interfaceWords, words),
    kind: frame.kind,
    language: settings.language,
    embed: settings.embed,
    title: withoutMarkup(title),
    summary: withoutMarkup((frame.summary ?? "").slice(0, 300)),
    ...(settings.analytics ? { analytics: { html: analyticsHtml(settings.analytics) } } : {}),
    ...siteView(context),
    ...portalView(context),
    showSource: settings.show.source,
    isHome: path === "index.html",
    guides: guideLinks(context),
    channelTree: channelTree(context, frame.entity ?? frame.continues),
    reference: referenceLinks(context, frame.entity ?? frame.continues),
    crumbs: crumbsOf(context, frame),
    ...(problems ? { pageProblems: problems } : {}),
    ...changedView(context, frame.entity),
    contents,
    hasContents: contents.length > 1,
    ...neighbours(context, frame.entity),
    ...numberedView({ path, words }, frame.pages),
    ...headView(site, {
      path,
      kind: frame.kind,
      link: (file) => routes.relative(path, file),
      address: (page) => site.portal?.canonical(page) ?? publicUrl(settings.siteUrl ?? "", page),
      print: printable(site) ? PRINT_PATH : undefined,
      full: FULL_TEXT_PATH,
    }),
    edit: editHref(context, frame.place ?? frame.entity?.node),
    edits: furtherEdits(context, frame.place ?? frame.entity?.node, frame.shown ?? []),
    feedback: feedbackHref(settings.feedbackUrl, { path: (site.portal?.folder ?? "") + path, title: withoutMarkup(title) }),
    heading: withoutMarkup(heading),
    headline: { name: heading },
  };
}

/** A picture from the settings and its path in the site. It keeps its extension, because servers derive the media type from it. */
export interface BrandAsset {
  readonly which: "logo" | "favicon";
  readonly source: string;
  readonly path: string;
}

/** The site path of the logo or icon; `undefined` if the settings name none. */
function brandPath(settings: Settings, which: "logo" | "favicon"): string | undefined {
  const source = settings[which];
  return source === undefined ? undefined : `assets/${which}${extname(source).toLowerCase()}`;
}

/** The pictures that the settings put on every page. */
export function brandAssets(settings: Settings): BrandAsset[] {
  return (["logo", "favicon"] as const).flatMap((which) => {
    const [source, path] = [settings[which], brandPath(settings, which)];
    return source === undefined || path === undefined ? [] : [{ which, source, path }];
  });
}

/** The URL in `x-logo` of `info`. As in ReDoc, it is an object or the URL alone. */
function urlOf({ api }: Pick<SiteContext, "api">): StringNode | undefined {
  const logo = api.info.extensions.find(({ key }) => key === "x-logo")?.value;
  const url = logo?.kind === "map" ? valueOf(logo, "url") : logo;
  return url?.kind === "string" && url.value.trim() !== "" ? url : undefined;
}

/** The path of the document's own logo, if it is an image file beside the document. */
function documentLogo(site: Pick<SiteContext, "api" | "prose">): string | undefined {
  const url = urlOf(site);
  return url && site.prose.picture(url);
}

/** A logo that is not part of the site. It is only linked, because pages load nothing from other hosts. */
export function logoLink({ site }: PageContext): UrlView | undefined {
  const url = urlOf(site);
  if (!url || site.prose.picture(url) !== undefined) return undefined;
  const logo = site.api.info.extensions.find(({ key }) => key === "x-logo")?.value;
  const text = stringOf(logo, "altText")?.trim();
  return { ...urlView(url.value), ...(text ? { text } : {}) };
}

/** The pictures of every page for the layout. Those of the settings come before the document's own; sizes are given where known. */
function brandView({ site, path }: PageContext) {
  const { settings, routes, portal } = site;
  const [brand, favicon] = [brandPath(settings, "logo"), brandPath(settings, "favicon")];
  // A portal holds the pictures of its settings once, for all APIs.
  const shared = (file: string): string => portal?.href(path, file) ?? routes.relative(path, file);
  const own = brand === undefined ? documentLogo(site) : undefined;
  const logo = brand ?? own;
  // Only merging needs the picture of a portal, and its size.
  const isElsewhere = own === undefined && portal !== undefined;
  return {
    ...(logo === undefined
      ? {}
      : {
          logo: own === undefined ? shared(logo) : routes.relative(path, own),
          logoSize: isElsewhere ? undefined : site.pictureSize?.(logo),
        }),
    ...(favicon === undefined ? {} : { favicon: shared(favicon) }),
  };
}
