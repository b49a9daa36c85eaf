/**
 * What the parts of documents say, as hashes: what has not changed, and leads to nothing that has, need not be looked at again.
 */
export type { Faultless, Marks } from "./faultless.ts";
export type { Fingerprints, Piece } from "./fingerprints.ts";
export { takeFingerprints } from "./fingerprints.ts";
export type { Inspection, Known } from "./inspection.ts";
export { inspect } from "./inspection.ts";
