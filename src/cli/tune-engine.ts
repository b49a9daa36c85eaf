import { getHeapStatistics, setFlagsFromString } from "node:v8";

/**
 * How much a function must have done before V8 optimises it, in bytes of bytecode; V8 11 itself says 66 KiB. Our runs are short and
 * go through much code: at V8's own figure half of a build of 100 channels is the optimising compiler's, at 500,000 a seventh. From
 * 12 on V8 has a compiler between for such code, and no such flag.
 */
const INTERRUPT_BUDGET = 2_000_000;

/**
 * How far the heap may grow beyond what was alive when it was last looked through, in percent, before V8 looks through it again;
 * V8 itself lets it double or more. A quarter less memory for one CPU second in sixteen at 1,000 channels.
 */
const HEAP_GROWING_PERCENT = 60;

/**
 * The same for a preview of a large document, which makes all of its nodes anew with each save: at 60 % V8 looks through the whole heap
 * once a save, which is a third of what a save at 1,000 channels costs. What is smaller is looked through in no time and stays small,
 * and what is so large that this room is no more than 60 % of it is left alone.
 */
const WATCHING_ROOM = 320 * 1024 * 1024;
const LARGE_HEAP = 128 * 1024 * 1024;
const MOST_PERCENT = 200;
/** V8's own figure: a preview runs long enough to gain from optimised code. */
const WATCHING_BUDGET = 66 * 1024;

/** The flags for a version of V8 (`process.versions.v8`): none for one of which it is not known that it has them, for it would complain. */
export function engineFlags(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  const flags: string[] = [];
  if (major === 11) flags.push(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  if (major >= 11 && major <= 13) flags.push(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  return flags;
}

/** Makes V8 optimise later and waste less. To be called before anything runs; what is made stays the same. */
export function tuneEngine(): void {
  for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
}

/** The flags for a preview whose heap is of some size, in bytes; where it is small its growth stays as it is. */
export function watchingFlags(version: string, used: number): readonly string[] {
  const room = Math.round((100 * WATCHING_ROOM) / used);
  const percent = used <= LARGE_HEAP ? HEAP_GROWING_PERCENT : Math.max(HEAP_GROWING_PERCENT, Math.min(MOST_PERCENT, room));
  return engineFlags(version).map((flag) =>
    flag.startsWith("--interrupt-budget=") ? `--interrupt-budget=${WATCHING_BUDGET}` : `--heap-growing-percent=${percent}`,
  );
}

/** Gives a preview room as soon as it needs it. To be called when it has built. */
export function giveRoom(): void {
  for (const flag of watchingFlags(process.versions.v8, getHeapStatistics().used_heap_size)) setFlagsFromString(flag);
}
