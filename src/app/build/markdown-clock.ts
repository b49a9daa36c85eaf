import type { RenderText } from "#prose";
import { asWritten } from "#prose";
import { stopwatch } from "#verdicts";

/**
 * A time limit for judging all texts of a run. It is a backstop: the costs counted for each text are checked first, so the limit only
 * stops what nobody foresaw.
 */
export interface MarkdownClock {
  /** Renders a text. A text that exceeded the limit while problems were searched is always shown as written from then on. */
  readonly render: RenderText;
  /** Runs the search for problems. Texts can exceed the limit only now, so each one is reported. */
  during<T>(work: () => T): T;
}

/** The clocks, which tests replace. */
export interface Clocks {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Starts a stopwatch for the milliseconds worked. It is slower, so it is only read if too much time has passed. */
  readonly stopwatch: () => () => number;
}

const CLOCKS: Clocks = { now: () => performance.now(), stopwatch };

/**
 * Creates the clock.
 *
 * @param milliseconds the limit, which both the time that passed and the time worked must exceed. A text that was started is finished.
 */
export function markdownClock(render: RenderText, milliseconds: number, clocks: Clocks = CLOCKS): MarkdownClock {
  const late = new Set<string>();
  const seen = new Set<string>();
  const over = {
    reason: `all Markdown took longer than ${milliseconds} ms`,
    hint: "Shorten what is long, or raise limits.markdownMs in the settings.",
  };
  let running = false;
  let used = 0;
  let worked = (): number => 0;
  const comesLate = (text: string): boolean => {
    if (running && used > milliseconds && !seen.has(text) && worked() > milliseconds) late.add(text);
    return late.has(text);
  };
  return {
    render(text, options) {
      if (comesLate(text)) return asWritten(text, over);
      if (!running) return render(text, options);
      seen.add(text);
      const since = clocks.now();
      const rendered = render(text, options);
      used += clocks.now() - since;
      return rendered;
    },
    during(work) {
      running = true;
      worked = clocks.stopwatch();
      try {
        return work();
      } finally {
        running = false;
      }
    },
  };
}
