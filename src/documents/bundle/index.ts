/**
 * Bundles a document and its files into one document. Values of other files move into the components or replace the references to them,
 * references become local, and everything else stays as written. It neither reads nor writes files.
 */
export type { DocumentBundle, BundleFormat } from "./bundle.ts";
export { bundle } from "./bundle.ts";
