import { posix } from "node:path";
import type { Code } from "#text";
import type { Look } from "./print-pretty.ts";

export const formats = ["pretty", "json", "github", "sarif", "junit", "codeclimate"] as const;

export type Format = (typeof formats)[number];

/** Only `pretty` has a look. */
export interface PrintOptions extends Look {
  readonly format: Format;
  /** Our own version, for formats that name the tool. */
  readonly version: string;
  /**
   * The working folder as seen from the top of its repository, `/`-separated, for the formats that a code host reads: `github`,
   * `sarif` and `codeclimate`. Their paths are relative to the working folder without it.
   */
  readonly folder?: string | undefined;
  /** Where a code is explained, for formats that explain their rules: the page as Markdown, and its address. */
  readonly pageOf?: ((code: Code) => { readonly markdown: string; readonly url: string }) | undefined;
}

/** Names of files as paths in their repository. A remote file keeps its URL. */
export function pathIn({ folder = "" }: PrintOptions): (file: string) => string {
  return (file) => (/^[a-z]+:\/\//.test(file) ? file : posix.join(folder, file));
}
