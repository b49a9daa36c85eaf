/** The URL and anchor of each entity. No other code makes URLs and file names of the site. */
export { anchorAt, anchorBelow, anchorFor, anchorStep } from "./anchor.ts";
export { createRoutes } from "./create-routes.ts";
export { fileNames, hashedNames } from "./file-names.ts";
export { numberedPages } from "./numbered-pages.ts";
export { relativeUrl } from "./relative-url.ts";
export type { Routes } from "./routes.ts";
