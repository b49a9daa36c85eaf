import { relativeUrl } from "#model";
import type { Block, Page, PageKind } from "#pages";
import { brandAssets, csp, feedbackHref, headView, numberedTitle, numberedView, portalSections, publicUrl, withoutMarkup } from "#pages";
import type { Words } from "#text";
import type { PortalContext, PortalPage } from "./portal-context.ts";

/** The parts of a portal that the header of every page leads to. */
type PortalSection = ReturnType<typeof portalSections>[number]["name"];

/** A list beside the page: links to what is on it, or to pages of its kind. */
export interface RailList {
  readonly title: string;
  /** The kind of values that the script filters by. */
  readonly kind?: string;
  readonly items: readonly RailItem[];
  /** A link to all entries. */
  readonly more?: { readonly href: string; readonly text: string } | undefined;
}

export interface RailItem {
  readonly href: string;
  readonly text: string;
  readonly count?: number | string;
  readonly mono?: boolean;
  readonly current?: boolean;
  /** Whether it is a verdict that something is wrong. */
  readonly bad?: boolean;
  /** The value that the script filters by. */
  readonly value?: string;
}

/** What the layout needs to know about a page. */
export interface PortalFrameParts {
  readonly kind: PageKind;
  readonly title: string;
  readonly section?: PortalSection;
  readonly summary?: string;
  readonly crumbs?: readonly { readonly text: string; readonly href?: string }[];
  readonly rail?: readonly RailList[];
  /** The paths of all pages of a list. */
  readonly pages?: readonly string[];
  /** Whether the page has its own search box. */
  readonly ownSearch?: boolean;
  /** The path of the portal on its host, before every link of a page that may be shown at any address. */
  readonly base?: string | undefined;
}

/** What the layout shows around the content of a page of a portal. */
export type PortalFrameView = ReturnType<typeof portalFrame>;

/** Everything that the layout puts around a page of a portal. */
export function portalFrame(context: PortalPage, parts: PortalFrameParts) {
  const { path, portal, settings, footer, words, errors } = context;
  const { kind, section, rail = [], crumbs = [], pages } = parts;
  const { title } = portal;
  const heading = parts.title;
  const numbered = numberedTitle(context, heading, pages);
  const wholeTitle = heading === title ? numbered : `${numbered} · ${title}`;
  const link = (file: string): string => (parts.base === undefined ? relativeUrl(path, file) : parts.base + relativeUrl("", file));
  const pictures = brandAssets(settings).map(({ which, path: picture }) => [which, link(picture)] as const);
  const home = link("index.html");
  return {
    ...context.labels,
    kind,
    language: settings.language,
    csp: csp(settings.csp),
    title: withoutMarkup(wholeTitle),
    heading,
    summary: withoutMarkup((parts.summary ?? "").slice(0, 300)),
    base: parts.base ?? (home.replace(/index\.html$/, "") || "./"),
    site: {
      name: title,
      home,
      search: link("search.html"),
      links: settings.links,
      footer,
      ...Object.fromEntries(pictures),
    },
    portalSections: portalSections(words, link, context.guides !== undefined).map(({ name, ...each }) => ({
      ...each,
      current: name === section,
      ...(name === "findings" ? { errors } : {}),
    })),
    searchHint: words(parts.ownSearch === true ? "portal.search-placeholder" : "portal.search-everything"),
    ownSearch: parts.ownSearch ?? false,
    bare: rail.length === 0,
    rail: rail.map((list) => ({ ...list, items: list.items.map((item) => ({ ...item, label: { name: item.text } })) })),
    crumbs,
    feedback: feedbackHref(settings.feedbackUrl, { path, title: wholeTitle }),
    ...headView(context, { path, kind, link, address: (page) => publicUrl(settings.siteUrl ?? "", page) }),
    ...numberedView(context, pages),
  };
}

/** A page of a portal: its place in the manifest, what it shows, and the same in blocks. */
interface PortalPageParts<View extends object> extends Pick<Page, "path" | "title" | "template"> {
  /** `list` without it. */
  readonly kind?: PageKind;
  readonly id?: string | null;
  readonly view: (context: PortalPage) => View;
  readonly blocks: (view: View, words: Words) => readonly Block[];
}

/** Makes a page of a portal. */
export function portalPage<View extends object>(context: PortalContext, parts: PortalPageParts<View>): Page {
  const { path, title, kind = "list", id = null, template, view, blocks } = parts;
  return {
    path,
    kind,
    id,
    title,
    template: `portal/${template}`,
    view: () => view({ ...context, path }),
    blocks: (made: View) => blocks(made, context.words),
  };
}

/** One of the pages that a list takes. */
export interface ListPart<Row> {
  readonly rows: readonly Row[];
  /** Its number from 0, and the paths of all. */
  readonly at: number;
  readonly pages: readonly string[];
}

/** The rows of a list and the paths of its pages. */
interface RowsOnPages<Row> {
  readonly pages: readonly string[];
  readonly rows: readonly Row[];
  readonly size?: number;
}

/** Makes the pages of a list, `listRows` on each unless said otherwise. */
export function* listPages<Row, View extends object>(
  context: PortalContext,
  { pages, rows, size = context.settings.limits.listRows }: RowsOnPages<Row>,
  { view, ...parts }: Omit<PortalPageParts<View>, "path" | "view"> & { readonly view: (context: PortalPage, part: ListPart<Row>) => View },
): Generator<Page> {
  for (const [at, path] of pages.entries()) {
    const part = { at, pages, rows: rows.slice(at * size, (at + 1) * size) };
    yield portalPage(context, { ...parts, path, view: (page) => view(page, part) });
  }
}
