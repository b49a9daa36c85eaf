/** What judging may cost in all. Steps are counted, so that the same document always gives the same page; the clock is a backstop. */
export interface Budget {
  /** Takes one step; why no more may be taken, or `undefined`. */
  spend(): string | undefined;
  /** Whether it has run out. */
  spent(): boolean;
}

const EVERY = 256;

/** @param milliseconds wall time; so wide that only what would never end hits it */
export function budget(steps: number, milliseconds: number): Budget {
  const until = performance.now() + milliseconds;
  let left = steps;
  let out: string | undefined;
  return {
    spend() {
      left -= 1;
      if (out === undefined && left < 0) out = `the budget of ${steps} steps ran out`;
      if (out === undefined && left % EVERY === 0 && performance.now() > until) out = `the time for checking, ${milliseconds} ms, ran out`;
      return out;
    },
    spent: () => out !== undefined,
  };
}
