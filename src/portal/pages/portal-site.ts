import { relativeUrl } from "#model";
import type { Page, PageFailure, SearchEntry, SiteFile } from "#pages";
import { siteBase, widestCsp } from "#pages";
import type { Portal } from "../match/index.ts";
import { fillSlot, slotKey } from "./api-slots.ts";
import { browsePages } from "./browse-pages.ts";
import { changesFile, changesPages } from "./changes-pages.ts";
import { channelPages } from "./channel-pages.ts";
import { channelsPages } from "./channels-pages.ts";
import { findingsPages } from "./findings-pages.ts";
import { guidePages } from "./guide-pages.ts";
import { homePages } from "./home-pages.ts";
import { mapPages } from "./map-pages.ts";
import { messagePages } from "./message-pages.ts";
import type { PortalContext, PortalParts, SlotContent, SlotRequest } from "./portal-context.ts";
import { createPortalContext } from "./portal-context.ts";
import { portalFiles } from "./portal-files.ts";
import type { PortalFrameView } from "./portal-frame.ts";
import { portalFrame } from "./portal-frame.ts";
import { portalEntries } from "./search-entries.ts";
import { fieldTexts } from "./version-marks.ts";
import { versionFiles, versionPages } from "./version-pages.ts";

/** A small page that links to the lists of the portal. */
function smallPage(context: PortalContext, kind: "search" | "not-found", path: string): Page {
  const { words } = context;
  const { siteUrl } = context.settings;
  const title = words(`site.${kind}`);
  // Only the path of the URL, so that the page also works on a host that shows the portal before it is published.
  const base = kind === "not-found" && siteUrl !== undefined ? new URL(siteBase(siteUrl)).pathname : undefined;
  const places = [
    ["portal.apis", "index.html"],
    ["portal.channels", "channels.html"],
    ["portal.messages", "messages.html"],
    ["portal.map", "map.html"],
  ] as const;
  return {
    path,
    kind,
    id: null,
    title,
    template: `portal/${kind}`,
    ...(base === undefined ? {} : { base }),
    view: () => ({
      ...portalFrame({ ...context, path }, { kind, title, base }),
      ...(kind === "not-found" ? { csp: widestCsp(context.settings.csp) } : {}),
      places: places.map(([word, file]) => ({
        text: words(word),
        href: base === undefined ? relativeUrl(path, file) : base + relativeUrl("", file),
      })),
    }),
  };
}

/** The search page. Without script it says where to look. */
function searchPage(context: PortalContext): Page {
  return smallPage(context, "search", "search.html");
}

/**
 * The page for addresses that do not exist. A server may show it at any address, so its links may not work, but its words must make
 * sense.
 */
function notFoundPage(context: PortalContext): Page {
  return smallPage(context, "not-found", "404.html");
}

/** The pages and files that span the APIs of a portal. */
export interface PortalSite {
  /** All pages that belong to no single API, the home page first. */
  pages(): Iterable<Page>;
  /** Further files, such as `llms.txt` and data for scripts. */
  files(): Iterable<SiteFile>;
  /** What a search finds of the pages that belong to no single API. */
  search(): Iterable<SearchEntry>;
  /** Makes the content of a slot; `undefined` if it stays empty. */
  fill(request: SlotRequest): SlotContent | undefined;
  /** The pages and what is put into pages of APIs, so far, on which msgdocs itself failed. */
  readonly failures: PageFailure[];
  /** Returns the same key for requests of one version of an API that have the same content. */
  slotKey: typeof slotKey;
  /** Returns the marks of the fields on a page of a current version, by the anchors of their rows. */
  fieldTexts: (page: Parameters<typeof fieldTexts>[1]) => ReturnType<typeof fieldTexts>;
}

function* pagesOf(context: PortalContext): Generator<Page> {
  yield* homePages(context);
  yield* channelsPages(context);
  yield* messagePages(context);
  yield* mapPages(context);
  yield* findingsPages(context);
  yield* changesPages(context);
  yield* versionPages(context);
  yield* browsePages(context);
  yield* channelPages(context);
  yield* guidePages(context);
  yield searchPage(context);
  yield notFoundPage(context);
}

/** Adds its Markdown twin to a page that has one. */
function twinned({ settings, markdown }: PortalContext, page: Page): Page {
  if (!settings.markdown || !page.blocks) return page;
  const print = (view: object): string => markdown.page((view as PortalFrameView).heading, page.blocks?.(view) ?? []);
  return { ...page, twin: { path: page.path.replace(/html$/, "md"), print } };
}

/** A page that says that msgdocs failed to make another one. */
function failedPage(context: PortalContext, page: Page): Page {
  const { path, kind, id, title } = page;
  const text = context.words("site.failed-lead");
  return {
    path,
    kind,
    id,
    title,
    template: "portal/failed",
    view: () => portalFrame({ ...context, path }, { kind, title, summary: text }),
    ...(page.blocks ? { blocks: () => [{ line: text }] } : {}),
  };
}

/** Creates the pages of a portal. They are made from the parts alone; no document is read. */
export function createPortalSite(portal: Portal, parts: PortalParts): PortalSite {
  const context = createPortalContext(portal, parts);
  const { failures = [] } = parts;
  return {
    failures,
    *pages() {
      for (const page of pagesOf(context)) yield { ...twinned(context, page), instead: twinned(context, failedPage(context, page)) };
    },
    files: () => [...portalFiles(context), ...changesFile(context), ...versionFiles(context)],
    search: () => portalEntries(context),
    fill: (request) => fillSlot(context, request),
    slotKey,
    fieldTexts: (page) => fieldTexts(context, page),
  };
}
