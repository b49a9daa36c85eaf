// links
export type { LinkBatch, PageTexts, PartText, BrokenLink, Full, Links } from "./links/index.ts";
export { LinkBatches, LinkDesk, OwnLinks } from "./links/index.ts";

// site
export type { SingleFile, OutputFile, RenderedSite } from "./site/index.ts";
export { renderSingleFile, renderPage, renderSite } from "./site/index.ts";

// theme
export type { Asset, Assets, LoadedTheme, PartedPage, PlacedPart, Theme } from "./theme/index.ts";
export { loadTheme, SharedText, templateHash } from "./theme/index.ts";
