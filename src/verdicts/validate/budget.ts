import { reason } from "#text";

/**
 * Reading the CPU time takes longer than judging most values. It is read anew only after so many milliseconds, and not for work that is
 * over in less than one.
 */
const FRESH = 10;
const SHORT = 1;
let lastRead = { at: -Infinity, used: process.cpuUsage() };

/**
 * Starts a stopwatch for the work of this process, and returns a function that gives the milliseconds. It is the lesser of clock time,
 * since a busy machine lets the process wait, and CPU time, since its other threads may work too. So the same work counts the same on
 * any machine load.
 */
export function stopwatch(): () => number {
  const began = performance.now();
  if (began - lastRead.at > FRESH) lastRead = { at: began, used: process.cpuUsage() };
  const { used } = lastRead;
  return () => {
    const passed = performance.now() - began;
    if (passed < SHORT) return passed;
    const { user, system } = process.cpuUsage(used);
    return Math.min(passed, (user + system) / 1000);
  };
}

/**
 * The budget of all validation. It counts steps, so that the same document always gives the same result. A time limit guards against
 * what steps cannot measure.
 */
export interface Budget {
  /** Spends steps, 1 by default. Returns why no more may be spent, or `undefined`. */
  spend(count?: number): string | undefined;
  /** The number of steps spent. */
  taken(): number;
  /** Whether the budget was exceeded. */
  spent(): boolean;
  /** The milliseconds left. Only work within {@link during} counts. */
  left(): number;
  during<T>(work: () => T): T;
}

const EVERY = 16;

/**
 * Creates a budget.
 *
 * @param milliseconds the time limit, so generous that only endless work reaches it
 */
export function budget(steps: number, milliseconds: number): Budget {
  let stepsLeft = steps;
  let untilLook = EVERY;
  let used = 0;
  let worked: (() => number) | undefined;
  // The earliest time at which the time limit can be reached. Before it, reading the CPU time is unnecessary, which is slower than the
  // clock.
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
