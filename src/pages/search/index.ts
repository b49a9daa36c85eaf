/**
 * The search index. It takes entries and gives files with script syntax, which the page's script loads one by one as a search needs
 * them.
 */
export type { SearchEntry, SearchFile, SearchKind, SearchSlice, ShardSizes, SlicePlace } from "./search-index.ts";
export { isSearchSlice, portalShards, searchScript, SearchIndex, fold, tokenize, VARIANT_MARK } from "./search-index.ts";
