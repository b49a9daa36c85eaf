import type { DirectSource } from "./direct.ts";

/** Template name → specification as Handlebars precompiles it, and a function, with the hash of the text that they were made from. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, { readonly hash: string; readonly spec: unknown; readonly direct: DirectSource }>>;
}

/**
 * The built-in templates, precompiled. In the source tree there are none and the folder is compiled at start;
 * the bundler puts its own module in this one's place (see `.config/templates-plugin.js`).
 */
export const precompiled = undefined as Precompiled | undefined;
