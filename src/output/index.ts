// cache
export type { CacheEntry, CacheFile, CacheOptions } from "./cache/index.ts";
export { Cache, openCache } from "./cache/index.ts";

// disk
export type { Disk, DiskEntry, EntryKind, Opening, Output, Surroundings, OutputFile } from "./disk/index.ts";
export { nodeDisk, openOutput, diskFailure, OutputFailure, isSitePath } from "./disk/index.ts";
