/**
 * The wing of portals: which channels of several APIs are the same, whether receivers can take what is sent, the pages that span APIs, and
 * the commands that make them. It stands on the wing of changes, whose pages and comparisons it shows for versions of an API.
 */
export * from "./commands/index.ts";
