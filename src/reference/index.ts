/**
 * Loads the document and every file its references name; afterwards a reference is followed in memory.
 */
export type { Documents, Edge } from "./documents.ts";
