import type { Settings } from "#config";
import { dirname } from "node:path";
import type { Documents, ReadMemo, Snapshot } from "#documents";
import type { TiledFile, TileMemo } from "#text";
import { isUrl } from "#text";
import { Generations } from "./generations.ts";
import { Remembered } from "./remembered.ts";
import { TextMemo } from "./text-memo.ts";

type ReadText = NonNullable<ReturnType<ReadMemo["get"]>>;

/** What runs leave for the next one. Begin each with `turn`, so that what is no longer used is forgotten. */
export interface Memo {
  readonly files: ReadMemo;
  readonly tiles: TileMemo;
  readonly texts: TextMemo;
  readonly faultless: Remembered;
  turn(): void;
}

export function createMemo(): Memo {
  const files = new Generations<ReadText>();
  const tiles = new Generations<TiledFile>();
  const texts = new TextMemo();
  const faultless = new Remembered();
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

/** The folder of a document; of one on the network the working folder. */
export function folderOf({ main }: Pick<Documents, "main">, cwd: string): string {
  return isUrl(main.id) ? cwd : dirname(main.id);
}

/** Where and how a run reads. */
export interface Setting {
  readonly settings: Settings;
  /** What names in diagnostics are relative to; absolute. */
  readonly cwd: string;
  /** Texts to read instead of what is on the disk, by real absolute path: standard input. */
  readonly overlay?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Files as they were at some time: a version of a repository. */
  readonly snapshot?: Snapshot | undefined;
  /** The command line names the document: it is read wherever a link leads to it. */
  readonly named?: boolean | undefined;
  /** What earlier runs made, for watching. */
  readonly memo?: Memo | undefined;
  /** Told what happens next, so that a terminal can show it. */
  readonly progress?: ((what: string) => void) | undefined;
}
