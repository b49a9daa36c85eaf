/**
 * Template and theme folders → a compiled theme; of files with one path the last folder's counts.
 * Templates are data only: checked before they are compiled, escaped everywhere, HTML only where a known-safe maker made it.
 */
export type { Asset, Assets } from "./bundle-assets.ts";
export type { LoadedTheme } from "./load-theme.ts";
export { loadTheme } from "./load-theme.ts";
export { SharedText } from "./part-renderer.ts";
export type { PartedPage, PartOnPage } from "./part-renderer.ts";
export { templateHash } from "./template-hash.ts";
export type { Theme } from "./theme.ts";
