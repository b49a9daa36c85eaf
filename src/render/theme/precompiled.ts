import type { DirectSource } from "./direct-templates.ts";

/** The built-in templates by path: text, its hash, and the function that was made from it; and the scripts of the default theme, minified. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, { readonly text: string; readonly hash: string; readonly direct: DirectSource }>>;
  readonly scripts: Readonly<Record<string, string>>;
}

/**
 * The built-in templates as functions. In the source tree there are none, so the templates are read and compiled at start, and scripts
 * keep their names. The bundler replaces this module (see `.config/templates-plugin.js`).
 */
export const precompiled = undefined as Precompiled | undefined;
