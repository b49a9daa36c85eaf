import type { Portal } from "#portal";
import type { Page, SiteFile } from "../site/index.ts";
import type { SlotContent, SlotRequest } from "./api-slots.ts";
import { fillSlot } from "./api-slots.ts";
import { browsePages } from "./browse-pages.ts";
import { changesFile, changesPages } from "./changes-pages.ts";
import { channelPages } from "./channel-pages.ts";
import { channelsPages } from "./channels-pages.ts";
import { findingsPages } from "./findings-pages.ts";
import { homePages } from "./home-pages.ts";
import { mapPages } from "./map-pages.ts";
import { messagePages } from "./message-pages.ts";
import type { PortalContext, PortalParts } from "./portal-context.ts";
import { createPortalContext } from "./portal-context.ts";
import { portalFiles } from "./portal-files.ts";
import { notFoundPage, searchPage } from "./small-pages.ts";

/** The pages and files that span the APIs of a portal. */
export interface PortalSite {
  /** All pages that belong to no single API, the home page first. */
  pages(): Iterable<Page>;
  /** Further files, such as `llms.txt` and data for scripts. */
  files(): Iterable<SiteFile>;
  /** Makes the content of a slot; `undefined` if it stays empty. */
  fill(request: SlotRequest): SlotContent | undefined;
}

function* pagesOf(context: PortalContext): Generator<Page> {
  yield* homePages(context);
  yield* channelsPages(context);
  yield* messagePages(context);
  yield* mapPages(context);
  yield* findingsPages(context);
  yield* changesPages(context);
  yield* browsePages(context);
  yield* channelPages(context);
  yield searchPage(context);
  yield notFoundPage(context);
}

/** Removes the Markdown twins of pages. */
function* withoutTwins(pages: Iterable<Page>): Generator<Page> {
  for (const page of pages) yield { ...page, twin: undefined };
}

/** Creates the pages of a portal. They are made from the parts alone; no document is read. */
export function createPortalSite(portal: Portal, parts: PortalParts): PortalSite {
  const context = createPortalContext(portal, parts);
  return {
    pages: () => (parts.settings.markdown ? pagesOf(context) : withoutTwins(pagesOf(context))),
    files: () => [...portalFiles(context), ...changesFile(context)],
    fill: (request) => fillSlot(context, request),
  };
}
