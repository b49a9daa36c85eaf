import type { TokenClass } from "./allowed.ts";

/** A piece of code. `type` is `undefined` if it has no class. */
export interface CodeToken {
  readonly text: string;
  readonly type?: TokenClass;
}

/** Splits code into tokens. Their texts joined are always the code. */
export type Tokenizer = (code: string) => readonly CodeToken[];
