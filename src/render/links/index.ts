/** Verifies every internal link and anchor, and that search hits lead to something that exists. */
export type { BrokenLink } from "./link-ledger.ts";
export { Links } from "./links.ts";
