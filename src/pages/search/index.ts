/**
 * The search index: entries in, script-shaped files out, read by the page's script part by part as a search needs them.
 */
export type { SearchEntry, SearchFile, SearchKind, SearchSlice, ShardSizes, SlicePlace } from "./search-index.ts";
export { isSearchSlice, portalShards, SearchIndex } from "./search-index.ts";
export { fold, tokenize } from "./tokenize.ts";
