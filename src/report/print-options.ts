import { posix } from "node:path";
import type { Code } from "#text";
import type { TerminalOptions } from "./print-pretty.ts";

export const formats = ["pretty", "json", "github", "sarif", "junit", "codeclimate"] as const;

export type Format = (typeof formats)[number];

/** Options of all formats. Those for the terminal only affect `pretty`. */
export interface PrintOptions extends TerminalOptions {
  readonly format: Format;
  /** The version of msgdocs, for formats that name the tool. */
  readonly version: string;
  /**
   * The path of the working folder in its repository, `/`-separated, for formats that a code host reads: `github`, `sarif` and
   * `codeclimate`. Without it their paths are relative to the working folder.
   */
  readonly folder?: string | undefined;
  /** The page that explains a code, as Markdown, and its URL, for formats that explain their rules. */
  readonly pageOf?: ((code: Code) => { readonly markdown: string; readonly url: string }) | undefined;
}

/** Turns names of files into paths in their repository. A remote file keeps its URL. */
export function pathIn({ folder = "" }: PrintOptions): (file: string) => string {
  return (file) => (/^[a-z]+:\/\//.test(file) ? file : posix.join(folder, file));
}
