import type { Stream } from "./terminal.ts";

interface Emitter {
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** What is said to a stream, and whether all of it has arrived. */
export interface Outlet {
  /** Says a text, or one in pieces, which are asked for as the stream takes them: a reader that is slow does not fill the memory. */
  readonly say: (text: string | Iterable<string>) => void;
  /**
   * Resolves when the stream has taken everything, or will take nothing more (its reader has gone: EPIPE). Rejects, once, with what was
   * thrown by a text in pieces while it was made: the rest of that text is not said.
   */
  readonly flushed: () => Promise<void>;
}

/** An outlet to a stream whose reader may go away at any time. Exiting before `flushed` would cut a pipe at 64 KB. */
export function outlet(stream: Stream & Emitter): Outlet {
  let left = 0;
  let full = false;
  let gone = false;
  let failure: Error | undefined;
  const texts: Iterator<string>[] = [];
  const waiting: (() => void)[] = [];
  stream.on("error", () => {
    gone = true;
  });
  const next = (text: Iterator<string>): string | undefined => {
    try {
      const piece = text.next();
      return piece.done === true ? undefined : piece.value;
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  };
  const pull = (): void => {
    for (let text = texts[0]; text && !full && !gone; text = texts[0]) {
      const piece = next(text);
      if (piece === undefined) texts.shift();
      else {
        left += 1;
        full = !stream.write(piece, arrived);
      }
    }
  };
  // One for all texts: a function for each would hold its text until the next tick, and with them a whole report.
  const arrived = (): void => {
    left -= 1;
    if (left > 0) return;
    full = false;
    pull();
    if (left === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    say: (text) => {
      if (gone || text === "") return;
      texts.push((typeof text === "string" ? [text] : text)[Symbol.iterator]());
      pull();
    },
    flushed: async () => {
      if (left > 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const thrown = failure;
      failure = undefined;
      if (thrown) throw thrown;
    },
  };
}
