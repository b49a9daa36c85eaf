/** The cache: whole folders of earlier runs by key, verified before use. */
export type { CacheEntry, CacheFile, CacheOptions } from "./cache.ts";
export { Cache, openCache } from "./cache.ts";
