/** Turns a site and a theme into files, one at a time. Every internal link and anchor is verified. */
export type { CopiedText } from "./copied-texts.ts";
export { CopiedTexts } from "./copied-texts.ts";
export type { SingleFile } from "./single-file.ts";
export { renderSingleFile } from "./single-file.ts";
export type { RenderedPortal, RenderedSite } from "./render-site.ts";
export { readable, renderPage, renderPart, renderPortal, renderSite } from "./render-site.ts";
