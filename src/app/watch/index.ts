/**
 * The preview for authors. It builds at every save, serves the site from memory, and if a build fails shows the problems over the last
 * good site.
 */
export type { WatchRequest } from "./watch.ts";
export { watch } from "./watch.ts";
