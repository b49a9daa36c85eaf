import type { DirectSource } from "./direct-templates.ts";
import type { ThemeFile } from "./theme-file.ts";

/** A template. It has a function if it is the built-in one from which the bundle was made. */
export interface TemplateSource {
  readonly file: ThemeFile;
  readonly hash: string;
  readonly direct: DirectSource | undefined;
}
