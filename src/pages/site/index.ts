/**
 * The page model: which pages there are, what is on each as plain data, and how one gets from one to another.
 * Nothing here knows templates or files.
 */
export type { BrandAsset } from "./brand.ts";
export { brandAssets } from "./brand.ts";
export { portalSlots } from "./context.ts";
export type { PageContext, PortalFrame, PortalSlot, ProseSource, SafeHtml, SiteContext, VerdictCounts, VerdictSource } from "./context.ts";
export type { Site, SiteParts } from "./create-site.ts";
export { csp } from "./csp.ts";
export { createSite } from "./create-site.ts";
export type { Listing, ListedKind, Navigation } from "./navigation.ts";
export type { Page, PageKind } from "./page.ts";
export { PRINT_PATH } from "./singletons.ts";
export type { SiteFile } from "./publishing-files.ts";
export type { SharedPart } from "./shared-view.ts";
