import type { Settings } from "#config";
import { dirname } from "node:path";
import type { Documents, FileSnapshot } from "#documents";
import { isUrl } from "#text";
import type { TextMemo } from "./text-memo.ts";

/** The folder of a document. For a remote document it is the working folder. */
export function folderOf({ main }: Pick<Documents, "main">, cwd: string): string {
  return isUrl(main.id) ? cwd : dirname(main.id);
}

/** The settings of a run and where it reads from. */
export interface Setting {
  readonly settings: Settings;
  /** The folder that names in diagnostics are relative to; absolute. */
  readonly cwd: string;
  /** Texts that replace files on disk, by real absolute path, such as standard input. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Files as they were at one time, such as a version in a repository. */
  readonly snapshot?: FileSnapshot | undefined;
  /** Whether the command line names the document. Then it is read wherever a link leads to it. */
  readonly named?: boolean | undefined;
  /** The texts that earlier runs of `watch` rendered. */
  readonly texts?: TextMemo | undefined;
  /** Called with the next step, so that a terminal can show it. */
  readonly progress?: ((what: string) => void) | undefined;
}
