import type { Stream } from "./terminal.ts";

interface Emitter {
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Writes texts to a stream, and knows when all were written. */
export interface Outlet {
  /** Writes a text. The pieces of an iterable are made only as the stream takes them, so that a slow reader does not fill the memory. */
  readonly say: (text: string | Iterable<string>) => void;
  /**
   * Resolves when everything was written, or nothing more will be because the reader is gone (EPIPE). If making a piece throws, it
   * rejects once with that error, and the rest of that text is dropped.
   */
  readonly flushed: () => Promise<void>;
}

/**
 * Creates an outlet for a stream whose reader may disappear at any time. Await `flushed` before exiting, otherwise a pipe is cut at 64
 * KB.
 */
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
  // One function for all texts. A function for each would keep its text, up to a whole report, in memory until the next tick.
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
