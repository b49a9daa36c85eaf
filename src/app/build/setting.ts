import type { Settings } from "#config";
import { dirname } from "node:path";
import type { Documents, ReadMemo, FileSnapshot } from "#documents";
import type { TiledFile, TileMemo } from "#text";
import { isUrl } from "#text";
import { Generations } from "./generations.ts";
import { CheckedParts } from "./checked-parts.ts";
import { TextMemo } from "./text-memo.ts";

type ReadText = NonNullable<ReturnType<ReadMemo["get"]>>;

/** What runs leave for the next one. Begin each with `turn`, so that what is no longer used is forgotten. */
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
  readonly snapshot?: FileSnapshot | undefined;
  /** The command line names the document: it is read wherever a link leads to it. */
  readonly named?: boolean | undefined;
  /** What earlier runs made, for watching. */
  readonly memo?: WatchMemo | undefined;
  /** Told what happens next, so that a terminal can show it. */
  readonly progress?: ((what: string) => void) | undefined;
}
