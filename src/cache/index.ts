/**
 * A folder that remembers what earlier runs made. Nothing in it is trusted for being there, and a damaged, full or missing one costs
 * time only: what is not in it is made again.
 */
export { Cache } from "./cache.ts";
export type { FoundFile, KeptFile } from "./kept-sites.ts";
export { findSite, keepSite } from "./kept-sites.ts";
export type { FoundPage, FoundPages, KeptPages } from "./kept-pages.ts";
export { findPages, keepPages } from "./kept-pages.ts";
export { openCache } from "./open-cache.ts";
export { sha256 } from "./verified-file.ts";
