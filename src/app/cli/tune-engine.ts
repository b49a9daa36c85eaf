import { getHeapStatistics, setFlagsFromString } from "node:v8";

/**
 * When V8 optimises a function: our runs are short and go through much code. V8 11 asks how much it has done, in bytes of bytecode: at its own
 * figure half of a build of 100 channels is the optimising compiler's, at 500,000 a seventh. From 12 on V8 asks how often it was called.
 * Its own figures are those that a preview goes back to, which runs long enough to gain from optimised code.
 */
const OPTIMISING: Readonly<Record<number, { readonly flag: string; readonly later: number; readonly own: number }>> = {
  11: { flag: "--interrupt-budget", later: 2_000_000, own: 66 * 1024 },
  12: { flag: "--invocation-count-for-turbofan", later: 30_000, own: 3_000 },
  13: { flag: "--invocation-count-for-turbofan", later: 30_000, own: 3_000 },
};

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

function flagsOf(version: string, when: "later" | "own", percent: number): readonly string[] {
  const optimising = OPTIMISING[Number.parseInt(version, 10)];
  return optimising ? [`${optimising.flag}=${optimising[when]}`, `--heap-growing-percent=${percent}`] : [];
}

/** The flags for a version of V8 (`process.versions.v8`): none for one of which it is not known that it has them, for it would complain. */
export function engineFlags(version: string): readonly string[] {
  return flagsOf(version, "later", HEAP_GROWING_PERCENT);
}

/** Makes V8 optimise later and waste less. To be called before anything runs; what is made stays the same. */
export function tuneEngine(): void {
  for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
}

/** The flags for a preview whose heap is of some size, in bytes; where it is small its growth stays as it is. */
export function watchingFlags(version: string, used: number): readonly string[] {
  const room = Math.round((100 * WATCHING_ROOM) / used);
  const percent = used <= LARGE_HEAP ? HEAP_GROWING_PERCENT : Math.max(HEAP_GROWING_PERCENT, Math.min(MOST_PERCENT, room));
  return flagsOf(version, "own", percent);
}

/** Gives a preview room as soon as it needs it. To be called when it has built. */
export function giveRoom(): void {
  for (const flag of watchingFlags(process.versions.v8, getHeapStatistics().used_heap_size)) setFlagsFromString(flag);
}
