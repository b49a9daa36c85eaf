import type { ThemeFile } from "./theme-file.ts";

/** One template to compile, or its specification where it is precompiled. */
export interface TemplateSource {
  readonly file: ThemeFile;
  readonly spec: unknown;
}
