/**
 * Documents for an audience: without parts that have `x-internal: true`, and without parts that have none of the wanted tags.
 */
export type { Audience } from "./public-documents.ts";
export { isForAll, publicDocuments } from "./public-documents.ts";
