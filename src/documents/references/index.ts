/**
 * Loads the document and every file its references name; afterwards a reference is followed in memory.
 */
export type { Documents, Edge } from "./documents.ts";
export { howToAllow } from "./how-to-allow.ts";
export { keyElsewhere } from "./key-elsewhere.ts";
export { loadDocuments } from "./load-documents.ts";
export { charactersOf, megabytesOf } from "./megabytes.ts";
export type { Fetcher, Loaded, LoadOptions, ReadMemo } from "./load-options.ts";
export { tokensInto, writtenIn } from "./written-in.ts";
