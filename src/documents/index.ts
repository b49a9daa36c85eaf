// audience
export type { Audience } from "./audience/index.ts";
export { isForAll, publicDocuments } from "./audience/index.ts";

// bundle
export type { Bundled, BundleOptions } from "./bundle/index.ts";
export { bundle } from "./bundle/index.ts";

// fingerprint
export type { Faultless, Marks, Fingerprints, Piece, Inspection, Known } from "./fingerprint/index.ts";
export { takeFingerprints, inspect } from "./fingerprint/index.ts";

// network
export type { Network, NetworkRequest, RemoteLimits, Wire, Refusal } from "./network/index.ts";
export { openNetwork, realWire } from "./network/index.ts";

// references
export type { Documents, Edge, Fetcher, Loaded, LoadOptions, ReadMemo } from "./references/index.ts";
export { howToAllow, keyElsewhere, loadDocuments, charactersOf, megabytesOf, tokensInto, writtenIn } from "./references/index.ts";
