import type { ReadMemo } from "#reference";
import { Generations } from "./generations.ts";
import { TextMemo } from "./text-memo.ts";

type ReadText = NonNullable<ReturnType<ReadMemo["get"]>>;

/** What runs leave for the next one. Begin each with `turn`, so that what is no longer used is forgotten. */
export interface Memo {
  readonly files: ReadMemo;
  readonly texts: TextMemo;
  turn(): void;
}

export function createMemo(): Memo {
  const files = new Generations<ReadText>();
  const texts = new TextMemo();
  return {
    files,
    texts,
    turn() {
      files.turn();
      texts.turn();
    },
  };
}
