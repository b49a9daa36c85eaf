/** The files of a description: references followed, remote files under a policy, what a reader may see, a description as one file. */

// audience
export { isForAll, publicDocuments } from "./audience/index.ts";

// bundle
export type { BundleOptions } from "./bundle/index.ts";
export { bundle } from "./bundle/index.ts";

// fingerprint
export type { Faultless, Marks, Piece, Inspection, Known } from "./fingerprint/index.ts";
export { takeFingerprints, inspect } from "./fingerprint/index.ts";

// network
export type { Network, Refusal } from "./network/index.ts";
export { openNetwork } from "./network/index.ts";

// references
export type { Documents, Edge, Loaded, LoadOptions, ReadMemo } from "./references/index.ts";
export { keyElsewhere, loadDocuments, charactersOf, megabytesOf } from "./references/index.ts";
