/**
 * The recipe: a document → what is wrong with it → the files of its site. Stages take values and return values; commands decide
 * what is done with them.
 */
export type { SiteOptions } from "./build-site.ts";
export { buildSite, openTheme } from "./build-site.ts";
export type { Examined, Setting, Subject } from "./examine.ts";
export { examine } from "./examine.ts";
