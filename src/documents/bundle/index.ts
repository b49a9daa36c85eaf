/**
 * Bundles a document and its files into one document: values of other files move into the components or replace their references,
 * references become local, everything else stays as it was written. It neither reads nor writes files.
 */
export type { DocumentBundle, BundleFormat } from "./bundle.ts";
export { bundle } from "./bundle.ts";
