/**
 * Loads the document and every file its references name; afterwards a reference is followed in memory.
 */
export type { Documents, Edge } from "./documents.ts";
export { charactersOf, howToAllow, megabytesOf } from "./load-options.ts";
export { keyElsewhere, tokensInto, writtenIn } from "./found-reference.ts";
export { loadDocuments } from "./load-documents.ts";
export type { Fetcher, Loaded, LoadOptions, ReadMemo } from "./load-options.ts";
