/**
 * Compiles folders of templates and themes into a theme. Of files with the same path, that of the last folder is used. Templates
 * contain only data: they are checked before compiling, escaped everywhere, and print HTML only from trusted code.
 */
export type { Asset, Assets } from "./bundle-assets.ts";
export type { CodeWriting } from "./code-templates.ts";
export type { CodeTemplate, CodeTemplates } from "./direct-templates.ts";
export type { LoadedTheme } from "./load-theme.ts";
export { loadTheme, templateHash } from "./load-theme.ts";
export type { Theme } from "./compile-templates.ts";
