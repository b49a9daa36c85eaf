import type { DirectSource } from "./direct-templates.ts";

/** Path of a built-in template → its function, with the hash of the text that it was made from. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, { readonly hash: string; readonly direct: DirectSource }>>;
}

/**
 * The built-in templates as functions. In the source tree there are none and Handlebars compiles the folder at start;
 * the bundler puts its own module in this one's place (see `.config/templates-plugin.js`).
 */
export const precompiled = undefined as Precompiled | undefined;
