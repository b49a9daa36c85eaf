/** Files → disk, swapped whole or not at all, and the cache of whole sites. */

// cache
export { Cache, openCache } from "./cache/index.ts";

// disk
export type { Disk, Output, OutputFile } from "./disk/index.ts";
export { nodeDisk, openOutput, diskFailure, OutputFailure, isSitePath } from "./disk/index.ts";
