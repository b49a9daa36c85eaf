import type { RenderText } from "#prose";
import { asWritten } from "#prose";
import { stopwatch } from "#verdicts";

/**
 * A backstop behind what is counted of each text: the time that all texts of a run may take to be judged. What is counted
 * decides first, so that the clock is only met by what nobody foresaw.
 */
export interface MarkdownClock {
  /** Renders; a text that came too late while problems were looked for is shown as written, from then on always. */
  readonly render: RenderText;
  /** Looks for problems: only now a text may come too late, so that each that did is told of. */
  during<T>(work: () => T): T;
}

/** What tells the time, other clocks for tests. */
export interface Clocks {
  /** Milliseconds that have passed. */
  readonly now: () => number;
  /** Milliseconds that were worked since it was made, which is asked for only where too many have passed: it takes longer. */
  readonly stopwatch: () => () => number;
}

const CLOCKS: Clocks = { now: () => performance.now(), stopwatch };

/** @param milliseconds in which texts were rendered, and no fewer were worked; a text that was begun is ended */
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
  const isLate = (text: string): boolean => {
    if (running && used > milliseconds && !seen.has(text) && worked() > milliseconds) late.add(text);
    return late.has(text);
  };
  return {
    render(text, options) {
      if (isLate(text)) return asWritten(text, over);
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
