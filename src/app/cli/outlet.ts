import { writeSync } from "node:fs";

/** The parts of a process's streams that are used here. */
interface Stream {
  readonly isTTY?: boolean;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a stream takes colours: by `FORCE_COLOR`, then `NO_COLOR` (no-color.org), otherwise if it is a terminal that is not dumb. */
export function takesColour({ isTTY }: Stream, { FORCE_COLOR, NO_COLOR, TERM }: Environment): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  return isTTY === true && TERM !== "dumb";
}

/** After how many milliseconds a long task says what it does, and how often it updates the text. */
const PATIENCE = 1000;
const PACE = 100;

/** Creates a progress line, which replaces its own text. It only appears on a terminal, for work that takes over a second. */
export function progressLine(stream: Stream, now: () => number): (what: string | undefined) => void {
  const started = now();
  let last = started + PATIENCE - PACE;
  let shown = false;
  return (what) => {
    if (stream.isTTY !== true) return;
    if (what === undefined) {
      if (shown) stream.write("\r\u001b[K");
      shown = false;
    } else if (now() - last >= PACE) {
      last = now();
      shown = true;
      stream.write(`\r\u001b[K${what}…`);
    }
  };
}

interface Emitter {
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Whether an error only says that nobody reads any more, such as after `| head`. Windows has codes of its own. */
function isReaderGone(error: Error): boolean {
  return "code" in error && ["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"].includes(String(error.code));
}

function unwritten({ message }: Error): string {
  return `what was printed is cut off (${message}). Make room there, or print it elsewhere.`;
}

/**
 * Writes to a file completely. The stream that Node has for files passes over it when the system takes only the beginning of a text, as
 * it does for the last text that fits on a disk.
 */
export function fileStream(descriptor: number, { isTTY }: Stream): Stream & Emitter {
  const listeners: ((error: Error) => void)[] = [];
  return {
    ...(isTTY === undefined ? {} : { isTTY }),
    on: (_, listener) => listeners.push(listener),
    write(text, done) {
      try {
        const bytes = Buffer.from(text, "utf8");
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      } catch (error) {
        for (const listener of listeners) listener(error as Error);
      }
      process.nextTick(() => done?.());
      return true;
    },
  };
}

/** Writes texts to a stream, and knows when all were written. */
export interface Outlet {
  /** Writes a text. The pieces of an iterable are made only as the stream takes them, so that a slow reader does not fill the memory. */
  readonly say: (text: string | Iterable<string>) => void;
  /**
   * Resolves when everything was written, or nothing more will be because the reader is gone (EPIPE). If making a piece throws, or the
   * system does not take it (a full disk), it rejects once with that error, and the rest of that text is dropped.
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
  const end = (error: Error): void => {
    if (!gone && !isReaderGone(error)) failure ??= Object.assign(new Error(unwritten(error)), { code: "EIO", cause: error });
    gone = true;
  };
  stream.on("error", end);
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
