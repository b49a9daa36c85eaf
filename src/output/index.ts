/** Output: writes a site to disk, all of it or nothing, and caches whole sites. */
export * from "./cache/index.ts";
export * from "./disk/index.ts";
