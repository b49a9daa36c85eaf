/** Template name → specification as Handlebars precompiles it, with the hash of the text that it was made from. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, { readonly hash: string; readonly spec: unknown }>>;
}

/**
 * The built-in templates, precompiled. In the source tree there are none and the folder is compiled at start;
 * the bundler puts its own module in this one's place (see `.config/templates-plugin.js`).
 */
export const precompiled = undefined as Precompiled | undefined;
