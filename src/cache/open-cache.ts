import { Cache } from "./cache.ts";
import { claimCacheFolder } from "./cache-folder.ts";

/** The cache in a folder, which is made where there is none; or why there can be none, as a clause. */
export function openCache(folder: string): Cache | { readonly reason: string } {
  try {
    const reason = claimCacheFolder(folder);
    return reason === undefined ? new Cache(folder) : { reason };
  } catch (error) {
    return { reason: `cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}
