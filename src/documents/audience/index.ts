/**
 * Documents with what is not for their readers left out: what carries `x-internal: true`, and what carries none of the wanted tags.
 */
export type { Audience } from "./public-documents.ts";
export { isForAll, publicDocuments } from "./public-documents.ts";
