import type { ReadMemo } from "#documents";
import { Generations } from "./generations.ts";
import { Remembered } from "./remembered.ts";
import type { TiledFile, TileMemo } from "#text";
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
