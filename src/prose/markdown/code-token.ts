import type { TokenClass } from "./allowed.ts";

/** A piece of code; `type` is `undefined` for what has no class. */
export interface CodeToken {
  readonly text: string;
  readonly type?: TokenClass;
}

/** Code as tokens. The texts joined are the code, whatever it is. */
export type Tokenizer = (code: string) => readonly CodeToken[];
