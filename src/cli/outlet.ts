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
  let pending: Promise<void> = Promise.resolve();
  let gone = false;
  stream.on("error", () => {
    gone = true;
  });
  return {
    say: (text) => {
      if (gone || text === "") return;
      const written = new Promise<void>((resolve) => {
        stream.write(text, () => resolve());
      });
      pending = Promise.all([pending, written]).then(() => undefined);
    },
    flushed: () => pending,
  };
}
