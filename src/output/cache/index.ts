/** A folder that keeps what earlier runs made: whole folders by key, verified before they are used. */
export type { CacheEntry, CacheFile } from "./cache-entry.ts";
export type { CacheOptions } from "./cache.ts";
export { Cache, openCache } from "./cache.ts";
