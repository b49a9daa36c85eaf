import { reason } from "#text";

/**
 * Milliseconds that this process has worked since: the lesser of what the clock says, since other processes let it wait on a busy machine,
 * and what its processors do, since threads of its own may work beside. So the same work takes as long whatever else is at work.
 */
export function stopwatch(): () => number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const passed = performance.now() - began;
    const { user, system } = process.cpuUsage(used);
    return Math.min(passed, (user + system) / 1000);
  };
}

/** The budget of all validation. It counts steps, so that the same document always gives the same page; the clock is a backstop. */
export interface Budget {
  /** Takes steps, one where it is not said; why no more may be taken, or `undefined`. */
  spend(count?: number): string | undefined;
  /** How many steps were taken. */
  taken(): number;
  /** Whether it has run out. */
  spent(): boolean;
  /** Milliseconds left, of which only those count that were worked inside of {@link during}. */
  left(): number;
  during<T>(work: () => T): T;
}

const EVERY = 16;

/** @param milliseconds that may be worked; so wide that only what would never end hits it */
export function budget(steps: number, milliseconds: number): Budget {
  let stepsLeft = steps;
  let untilLook = EVERY;
  let used = 0;
  let worked: (() => number) | undefined;
  // Not sooner can the time be spent: the processor is asked only then, which takes longer than asking the clock.
  let soonest = 0;
  let out: string | undefined;
  const left = (): number => milliseconds - used - (worked?.() ?? 0);
  const isSpent = (): boolean => {
    if (performance.now() < soonest) return false;
    const rest = left();
    soonest = performance.now() + rest;
    return rest <= 0;
  };
  return {
    spend(count = 1) {
      stepsLeft -= count;
      untilLook -= count;
      if (out !== undefined) return out;
      if (stepsLeft < 0) out = reason("steps-spent", { count: steps });
      else if (untilLook <= 0) {
        untilLook = EVERY;
        if (isSpent()) out = reason("time-spent", { milliseconds });
      }
      return out;
    },
    taken: () => steps - stepsLeft,
    spent: () => out !== undefined,
    left,
    during(work) {
      if (worked) return work();
      worked = stopwatch();
      soonest = performance.now() + milliseconds - used;
      try {
        return work();
      } finally {
        used += worked();
        worked = undefined;
        soonest = 0;
      }
    },
  };
}
