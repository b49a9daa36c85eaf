/** The parts of a process's streams that are used here. */
export interface Stream {
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
