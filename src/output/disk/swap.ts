import { dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import type { Neighbours } from "./neighbours.ts";
import { OutputFailure } from "./output-failure.ts";
import type { Written } from "./record.ts";
import { readRecord } from "./record.ts";
import type { Ours } from "./tree.ts";
import { foreignIn, oursOf } from "./tree.ts";

interface Carry {
  readonly from: string;
  readonly to: string;
  /** What we wrote in `from`: everything else moves. */
  readonly ours: Ours;
}

/** Moves what others put into one folder to the same places of another. Returns what could not move: its place is taken. */
export function moveForeign(disk: Disk, { from, to, ours }: Carry): string[] {
  const stuck: string[] = [];
  for (const path of foreignIn(disk, from, ours)) {
    const place = join(to, path);
    if (disk.kindOf(place) !== undefined) {
      stuck.push(path);
      continue;
    }
    disk.makeFolder(dirname(place));
    disk.move(join(from, path), place);
  }
  return stuck;
}

/** A file of others at a place where the new site has one of its own would be lost: such a site is not put there. */
function refuseLosses(disk: Disk, at: Neighbours, earlier: Ours): void {
  for (const path of foreignIn(disk, at.target, earlier)) {
    if (disk.kindOf(join(at.staged, path)) === undefined) continue;
    const place = JSON.stringify(join(at.target, path));
    throw new OutputFailure("refused", `${place} was not written by msgdocs, and the new site has a file there: move it away first.`);
  }
}

export interface Swapped {
  /** What was staged. */
  readonly written: Written;
  /** Removes what is ours of the earlier site, now or while something else is done. */
  readonly remove: (ours: Ours) => void;
}

/**
 * Puts the staged site in the place of the earlier one by renaming: the folder as it is goes aside, what others put into it is
 * carried over, and the new site takes its place. Whatever fails, the folder is the old site or the new one; between the two
 * renames there may be none, and `recover` (which the caller owes after a failure) puts the old one back.
 */
export function swap(disk: Disk, at: Neighbours, { written, remove }: Swapped): void {
  if (disk.kindOf(at.target) === undefined) return disk.move(at.staged, at.target);
  const ours = oursOf(readRecord(disk, at.target) ?? new Set(), written);
  refuseLosses(disk, at, ours);
  disk.move(at.target, at.earlier);
  moveForeign(disk, { from: at.earlier, to: at.staged, ours });
  disk.move(at.staged, at.target);
  try {
    remove(ours);
  } catch {
    // The new site stands; the next run removes what is left of the old one.
  }
}
