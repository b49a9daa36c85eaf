/** Turns pages and a theme into files, and verifies their links. */

// links
export type { LinkBatch, PageTexts, BrokenLink, Backpressure, Links } from "./links/index.ts";
export { LinkBatches, LinkDesk } from "./links/index.ts";

// site
export type { SingleFile, RenderedPortal, RenderedSite } from "./site/index.ts";
export { readable, renderSingleFile, renderPage, renderPart, renderPortal, renderSite } from "./site/index.ts";

// theme
export type { Asset, LoadedTheme, Theme } from "./theme/index.ts";
export { loadTheme, templateHash } from "./theme/index.ts";
