/**
 * Loads a document and all files that its references name. Afterwards references are followed in memory.
 */
export type { Documents, Edge, Fetcher, LoadResult, LoadOptions, FileSnapshot } from "./file-store.ts";
export { charactersOf, howToAllow, megabytesOf } from "./file-store.ts";
export { avroNamedTypes, qualifiedName, standaloneAvro } from "./resolver.ts";
export { keyInFile, pointerInto, rewriteReference } from "./parse-reference.ts";
export { shapedStrings } from "./repeated-members.ts";
export { loadDocuments } from "./load-documents.ts";
