/**
 * Loads a document and all files that its references name. Afterwards references are followed in memory.
 */
export type { Documents, Edge, Fetcher, LoadResult, LoadOptions, FileSnapshot } from "./documents.ts";
export { charactersOf, howToAllow, megabytesOf } from "./documents.ts";
export { avroNamedTypes, qualifiedName, standaloneAvro } from "./avro-references.ts";
export { keyInFile, pointerInto, rewriteReference } from "./reference-site.ts";
export { shapedStrings } from "./repeated-members.ts";
export { loadDocuments } from "./load-documents.ts";
