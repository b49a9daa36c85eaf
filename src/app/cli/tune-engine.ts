import { getHeapStatistics, setFlagsFromString } from "node:v8";

/**
 * When V8 optimises a function. Our runs are short and use much code, so V8's defaults optimise too early. V8 11 counts executed bytes
 * of bytecode: with its default, half of a build with 100 channels is spent in the optimising compiler, with 500,000 a seventh. From
 * version 12 on, V8 counts calls. A preview returns to the defaults (`own`), because it runs long enough to profit.
 */
const OPTIMISING: Readonly<Record<number, { readonly flag: string; readonly later: number; readonly own: number }>> = {
  11: { flag: "--interrupt-budget", later: 2_000_000, own: 66 * 1024 },
  12: { flag: "--invocation-count-for-turbofan", later: 30_000, own: 3_000 },
  13: { flag: "--invocation-count-for-turbofan", later: 30_000, own: 3_000 },
};

/**
 * How many percent the heap may grow between two garbage collections. V8's default allows at least 100. At 1,000 channels this takes a
 * quarter less memory, and one CPU second more in sixteen.
 */
const HEAP_GROWING_PERCENT = 60;

/**
 * The room for a preview of a large document, which creates all nodes again at each save. At 60 % V8 would collect the whole heap once
 * for each save, a third of the cost of a save at 1,000 channels. A smaller heap is collected quickly and stays small, and for a much
 * larger heap this room is less than 60 % anyway.
 */
const WATCHING_ROOM = 320 * 1024 * 1024;
const LARGE_HEAP = 128 * 1024 * 1024;
const MOST_PERCENT = 200;

function flagsOf(version: string, when: "later" | "own", percent: number): readonly string[] {
  const optimising = OPTIMISING[Number.parseInt(version, 10)];
  return optimising ? [`${optimising.flag}=${optimising[when]}`, `--heap-growing-percent=${percent}`] : [];
}

/** The flags for a version of V8 (`process.versions.v8`). Unknown versions get none, because V8 complains about flags it does not have. */
export function engineFlags(version: string): readonly string[] {
  return flagsOf(version, "later", HEAP_GROWING_PERCENT);
}

/** Makes V8 optimise later and use less memory. Call it before anything else. It does not change results. */
export function tuneEngine(): void {
  for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
}

/** The flags for a preview with a heap of this many bytes. With a small heap, its growth is not changed. */
export function watchingFlags(version: string, used: number): readonly string[] {
  const room = Math.round((100 * WATCHING_ROOM) / used);
  const percent = used <= LARGE_HEAP ? HEAP_GROWING_PERCENT : Math.max(HEAP_GROWING_PERCENT, Math.min(MOST_PERCENT, room));
  return flagsOf(version, "own", percent);
}

/** Gives the heap of a preview more room as soon as it needs it. Call it after a build. */
export function giveRoom(): void {
  for (const flag of watchingFlags(process.versions.v8, getHeapStatistics().used_heap_size)) setFlagsFromString(flag);
}
