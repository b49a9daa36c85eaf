import type { Snapshot } from "./inputs.ts";
import { difference } from "./inputs.ts";
import { isBlank } from "./signature.ts";

/** Milliseconds. `quiet` is longer than a tick of the clock that files are dated by: what is written later has another date. */
const TIMES = { quiet: 16, longest: 200, blank: 400 };

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a save seems to be half done: a file that had something in it is empty or gone. */
function isHalfDone(built: Snapshot, now: Snapshot): boolean {
  for (const [path, signature] of now) {
    const before = built.get(path);
    if (before !== undefined && !isBlank(before) && isBlank(signature)) return true;
  }
  return false;
}

/**
 * Waits until nothing has changed for a moment, and a moment longer for a file that was emptied or taken away, since many editors
 * do both before they write. Those who never stop saving are not waited for. The snapshot is at least one tick old.
 */
export async function settle(look: () => Snapshot, built: Snapshot): Promise<Snapshot> {
  const began = performance.now();
  let before = look();
  for (;;) {
    await sleep(TIMES.quiet);
    const now = look();
    const passed = performance.now() - began;
    const same = difference(before, now).length === 0;
    if (passed > TIMES.blank || (passed > TIMES.longest && !isHalfDone(built, now))) return before;
    if (same && !isHalfDone(built, now)) return before;
    before = now;
  }
}
