/**
 * Verifies every internal link and anchor, and that search hits lead to something that exists. Pages are passed as data, so that a
 * thread can do the work.
 */
export type { LinkBatch, PageTexts, PartText } from "./link-batches.ts";
export { LinkBatches } from "./link-batches.ts";
export { LinkDesk } from "./links.ts";
export type { BrokenLink } from "./link-ledger.ts";
export type { Backpressure, Links } from "./links.ts";
export { OwnLinks } from "./links.ts";
