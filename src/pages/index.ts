/** The page model: which pages there are, what is on each as plain data, and how one gets from one to another. */

// diagram

// machine

// search
export type { SearchEntry, SearchFile } from "./search/index.ts";
export { SearchIndex } from "./search/index.ts";

// commands

// site
export type { Site, Page, PageKind, SharedPart } from "./site/index.ts";
export { brandAssets, createSite, PRINT_PATH } from "./site/index.ts";

// standalone
export type { SchemaFiles } from "./standalone/index.ts";
export { createSchemaFiles } from "./standalone/index.ts";
