/**
 * The author's inner loop: builds on every save, serves the site from memory, and keeps the last good one with what is wrong over it.
 */
export type { WatchRequest } from "./watch.ts";
export { watch } from "./watch.ts";
