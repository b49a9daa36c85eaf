/** Verifies every internal link and anchor, and that search hits lead to something that exists. */
export type { BrokenLink } from "./links.ts";
export { Links } from "./links.ts";
