import { reason } from "#words";

/** What judging may cost in all. Steps are counted, so that the same document always gives the same page; the clock is a backstop. */
export interface Budget {
  /** Takes steps, one where it is not said; why no more may be taken, or `undefined`. */
  spend(count?: number): string | undefined;
  /** How many steps were taken. */
  taken(): number;
  /** Whether it has run out. */
  spent(): boolean;
  /** Milliseconds left; only time inside {@link during} counts. */
  left(): number;
  during<T>(work: () => T): T;
}

const EVERY = 16;

/** @param milliseconds wall time; so wide that only what would never end hits it */
export function budget(steps: number, milliseconds: number): Budget {
  let stepsLeft = steps;
  let untilLook = EVERY;
  let used = 0;
  let since: number | undefined;
  let out: string | undefined;
  const left = (): number => milliseconds - used - (since === undefined ? 0 : performance.now() - since);
  return {
    spend(count = 1) {
      stepsLeft -= count;
      untilLook -= count;
      if (out !== undefined) return out;
      if (stepsLeft < 0) out = reason("steps-spent", { steps });
      else if (untilLook <= 0) {
        untilLook = EVERY;
        if (left() <= 0) out = reason("time-spent", { milliseconds });
      }
      return out;
    },
    taken: () => steps - stepsLeft,
    spent: () => out !== undefined,
    left,
    during(work) {
      if (since !== undefined) return work();
      since = performance.now();
      try {
        return work();
      } finally {
        used += performance.now() - since;
        since = undefined;
      }
    },
  };
}
