/**
 * A document and its files as one document: what other files hold is moved into the components or put in place, references
 * become local, everything else stays as it was written. Text in, text out; nothing is read or written here.
 */
export type { Bundled, BundleOptions } from "./bundle.ts";
export { bundle } from "./bundle.ts";
