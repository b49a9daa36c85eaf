/** The streams that a process talks to, as far as we use them. */
export interface Stream {
  readonly isTTY?: boolean;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a stream takes colours: `FORCE_COLOR`, `NO_COLOR` (no-color.org), else a terminal that is not a dumb one. */
export function takesColour({ isTTY }: Stream, { FORCE_COLOR, NO_COLOR, TERM }: Environment): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  return isTTY === true && TERM !== "dumb";
}

/** How long work takes before it says what it does, and how often it says so; milliseconds. */
const PATIENCE = 1000;
const PACE = 100;

/** One line that says what is being done, over what it said before: on a terminal only, and only of work that takes over a second. */
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
