import type { Settings } from "#config";
import { dirname } from "node:path";
import type { Documents, ReadMemo, FileSnapshot } from "#documents";
import type { TiledFile, TileMemo } from "#text";
import { isUrl } from "#text";
import { Generations } from "./generations.ts";
import { CheckedParts } from "./checked-parts.ts";
import { TextMemo } from "./text-memo.ts";

type ReadText = NonNullable<ReturnType<ReadMemo["get"]>>;

/** What a run of `watch` keeps for the next one. Call `turn` at the start of each, so that unused values are dropped. */
export interface WatchMemo {
  readonly files: ReadMemo;
  readonly tiles: TileMemo;
  readonly texts: TextMemo;
  readonly faultless: CheckedParts;
  turn(): void;
}

export function createMemo(): WatchMemo {
  const files = new Generations<ReadText>();
  const tiles = new Generations<TiledFile>();
  const texts = new TextMemo();
  const faultless = new CheckedParts();
  return {
    files,
    tiles,
    texts,
    faultless,
    turn() {
      faultless.turn();
      files.turn();
      tiles.turn();
      texts.turn();
    },
  };
}

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
  /** Results of earlier runs, for `watch`. */
  readonly memo?: WatchMemo | undefined;
  /** Called with the next step, so that a terminal can show it. */
  readonly progress?: ((what: string) => void) | undefined;
}
