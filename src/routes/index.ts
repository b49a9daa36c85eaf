/**
 * Entity → URL and anchor; the only maker of URLs and file names of the site.
 */
export type { Routes } from "./routes.ts";
