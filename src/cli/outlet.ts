import type { Stream } from "./terminal.ts";

interface Emitter {
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** What is said to a stream, and whether all of it has arrived. */
export interface Outlet {
  readonly say: (text: string) => void;
  /** Resolves when the stream has taken everything, or will take nothing more (its reader has gone: EPIPE). */
  readonly flushed: () => Promise<void>;
}

/** An outlet to a stream whose reader may go away at any time. Exiting before `flushed` would cut a pipe at 64 KB. */
export function outlet(stream: Stream & Emitter): Outlet {
  let left = 0;
  const waiting: (() => void)[] = [];
  let gone = false;
  stream.on("error", () => {
    gone = true;
  });
  // One for all texts: a function for each would hold its text until the next tick, and with them a whole report.
  const arrived = (): void => {
    left -= 1;
    if (left === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    say: (text) => {
      if (gone || text === "") return;
      left += 1;
      stream.write(text, arrived);
    },
    flushed: () => (left === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
