import type { Settings } from "#config";
import type { Memo } from "./memo.ts";

/** Where and how a run reads. */
export interface Setting {
  readonly settings: Settings;
  /** What names in diagnostics are relative to; absolute. */
  readonly cwd: string;
  /** Texts to read instead of what is on the disk, by real absolute path: standard input. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
  /** The command line names the document: it is read wherever a link leads to it. */
  readonly named?: boolean | undefined;
  /** What earlier runs made, for watching. */
  readonly memo?: Memo | undefined;
  /** Told what happens next, so that a terminal can show it. */
  readonly progress?: ((what: string) => void) | undefined;
}
