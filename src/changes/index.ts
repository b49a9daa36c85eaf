/**
 * The wing of changes: what changed between two versions of an API, and whom it breaks. It compares, reports, shows changes on pages, and
 * has the command `diff`.
 */
export * from "./containment/index.ts";
export * from "./compare/index.ts";
export * from "./report/index.ts";
export * from "./pages/index.ts";
export * from "./commands/index.ts";
