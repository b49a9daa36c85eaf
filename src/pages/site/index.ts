/**
 * The page model: which pages there are, what is on each as plain data, and how they link to one another. It knows no templates and no
 * files.
 */
export type { AddressPart } from "./address-parts.ts";
export { addressParts } from "./address-parts.ts";
export type { BrandAsset } from "./brand.ts";
export { brandAssets } from "./brand.ts";
export type { BrowseKind } from "./browse-path.ts";
export { browseKinds, browsePath } from "./browse-path.ts";
export type {
  PageContext,
  PortalFrame,
  PortalSlot,
  ProseSource,
  SafeHtml,
  SiteChanges,
  SiteContext,
  VerdictCounts,
  VerdictSource,
} from "./context.ts";
export type { PageFailure, Site, SiteParts } from "./create-site.ts";
export type { ChangeSection, ChangeSurroundings, ChangeView } from "./change-sections.ts";
export { changeBlocks, changeSections, lineOf } from "./change-sections.ts";
export { csp, widestCsp } from "./csp.ts";
export { createSite } from "./create-site.ts";
export { framedBlocks, handView, interfaceWords, portalSections } from "./frame.ts";
export { GUIDE_TEMPLATES, guideTemplate, guideText } from "./guide-page.ts";
export { guideTitle } from "./guide-title.ts";
export type { Listing, ListedKind, Navigation } from "./navigation.ts";
export type { Page, PageKind } from "./page.ts";
export { createSchemaHomes } from "./schema-homes.ts";
export { factPhrases } from "./schema-facts.ts";
export { code, join, sayWith } from "./schema-phrase.ts";
export { protocolName } from "./protocol-name.ts";
export { FULL_TEXT_PATH, PRINT_PATH, publicUrl } from "./singletons.ts";
export { feedbackHref } from "./repository.ts";
export type { SiteFile } from "./publishing-files.ts";
export { madeFile, publishingFiles } from "./publishing-files.ts";
export type { SharedPart } from "./shared-view.ts";
export { shorten } from "./shorten.ts";
export { versionMarkHtml } from "./site-changes.ts";
export { breakableHtml, breakablePath, escapeHtml } from "./value-html.ts";
export { refusedValue, witnessHtml } from "./witness.ts";
