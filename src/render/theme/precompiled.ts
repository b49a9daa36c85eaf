import type { DirectSource } from "./direct-templates.ts";

/** The function of each built-in template by path, with the hash of the text that it was made from. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, { readonly hash: string; readonly direct: DirectSource }>>;
}

/**
 * The built-in templates as functions. In the source tree there are none, so Handlebars compiles the templates at start. The bundler
 * replaces this module (see `.config/templates-plugin.js`).
 */
export const precompiled = undefined as Precompiled | undefined;
