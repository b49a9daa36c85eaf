import type { DirectSource } from "./direct.ts";
import type { ThemeFile } from "./theme-file.ts";

/** One template to compile, or its specification and its function where it is precompiled. */
export interface TemplateSource {
  readonly file: ThemeFile;
  readonly spec: unknown;
  readonly direct: DirectSource | undefined;
}
