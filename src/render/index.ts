/** Turns pages and a theme into files, and verifies their links. */
export * from "./links/index.ts";
export * from "./site/index.ts";
export * from "./theme/index.ts";
