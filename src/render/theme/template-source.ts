import type { DirectSource } from "./direct-templates.ts";
import type { ThemeFile } from "./theme-file.ts";

/** One template, with its function where it is still the built-in one that the bundle was made with. */
export interface TemplateSource {
  readonly file: ThemeFile;
  readonly direct: DirectSource | undefined;
}
