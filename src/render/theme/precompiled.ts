import type { DirectSource } from "./direct-templates.ts";

/** The built-in templates by path: text, its hash, and the function that was made from it. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, { readonly text: string; readonly hash: string; readonly direct: DirectSource }>>;
}

/**
 * The built-in templates as functions. In the source tree there are none, so the templates are read and compiled at start. The bundler
 * replaces this module (see `.config/templates-plugin.js`).
 */
export const precompiled = undefined as Precompiled | undefined;
