/**
 * Site and theme → files, one at a time; every internal link and anchor is verified on the way.
 */
export type { SingleFile } from "./single-file.ts";
export { renderSingleFile } from "./single-file.ts";
export type { RenderedPortal, RenderedSite } from "./render-site.ts";
export { renderPage, renderPart, renderPortal, renderSite } from "./render-site.ts";
