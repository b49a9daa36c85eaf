/** The files of a document: following references, remote files under a policy, documents for an audience, bundling. */

// audience
export type { Audience } from "./audience/index.ts";
export { isForAll, publicDocuments } from "./audience/index.ts";

// bundle
export type { BundleFormat } from "./bundle/index.ts";
export { bundle } from "./bundle/index.ts";

// network
export type { Network, PolicyError } from "./network/index.ts";
export { openNetwork } from "./network/index.ts";

// references
export type { Documents, Edge, LoadResult, LoadOptions, FileSnapshot } from "./references/index.ts";
export { avroNamedTypes, qualifiedName, keyInFile, loadDocuments, charactersOf, megabytesOf } from "./references/index.ts";
