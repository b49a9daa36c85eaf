/** Output: writes a site to disk, all of it or nothing, and caches whole sites. */

// cache
export type { CacheEntry } from "./cache/index.ts";
export { Cache, openCache } from "./cache/index.ts";

// disk
export type { CopiedFile, Disk, FileCopy, Output, OutputFile } from "./disk/index.ts";
export { nodeDisk, openOutput, diskFailure, OutputFailure, isSitePath, parentFolders, readCopy, workerFlags } from "./disk/index.ts";
