/**
 * What pages offer and ask for: every internal link and anchor is verified, and a search leads to what is there. All of it is told as
 * data, so that it can be looked for in a thread.
 */
export type { LinkBatch, PageTexts, PartText } from "./link-batches.ts";
export { LinkBatches } from "./link-batches.ts";
export { LinkDesk } from "./link-desk.ts";
export type { BrokenLink } from "./link-ledger.ts";
export type { Backpressure, Links } from "./links.ts";
export { OwnLinks } from "./links.ts";
