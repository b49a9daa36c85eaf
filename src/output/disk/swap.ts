import { basename, dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import { OutputFailure } from "./output-failure.ts";
import type { OwnFiles, SitePaths } from "./own-files.ts";
import { listForeign, ownFilesOf, readRecord } from "./own-files.ts";

/** The paths beside an output folder that a run uses: on the same file system, so that renaming swaps them. */
export interface WorkPaths {
  readonly target: string;
  readonly parent: string;
  /** The folder of the new site while it is written. */
  readonly staged: string;
  /** The folder of the previous site between the two renames of a swap. */
  readonly previous: string;
  readonly lock: string;
  /** Names `staged` and `earlier` while they are in use. */
  readonly journal: string;
}

/** The work paths of an output folder (real and absolute) for a run with a random id. */
export function workPathsOf(target: string, id: string): WorkPaths {
  const parent = dirname(target);
  const beside = (what: string): string => join(parent, `.${basename(target)}.msgdocs-${what}`);
  return {
    target,
    parent,
    staged: beside(`new-${id}`),
    previous: beside(`old-${id}`),
    lock: beside("lock"),
    journal: beside("journal"),
  };
}

interface ForeignMove {
  readonly from: string;
  readonly to: string;
  /** The own files in `from`: everything else moves. */
  readonly ours: OwnFiles;
}

/** Moves foreign files from one folder to the same paths of another. Returns those whose path is taken. */
export function moveForeign(disk: Disk, { from, to, ours }: ForeignMove): string[] {
  const stuck: string[] = [];
  for (const path of listForeign(disk, from, ours)) {
    const place = join(to, path);
    if (disk.kindOf(place) !== undefined) {
      stuck.push(path);
      continue;
    }
    disk.makeFolder(dirname(place), to);
    disk.move(join(from, path), place);
  }
  return stuck;
}

/** Throws if a foreign file has the path of a file of the new site: the swap would lose it. */
function refuseLosses(disk: Disk, at: WorkPaths, earlier: OwnFiles): void {
  for (const path of listForeign(disk, at.target, earlier)) {
    if (disk.kindOf(join(at.staged, path)) === undefined) continue;
    const place = JSON.stringify(join(at.target, path));
    throw new OutputFailure("refused", `${place} was not written by msgdocs, and the new site has a file there: move it away first.`);
  }
}

interface SwapOptions {
  /** The paths of the staged files. */
  readonly written: SitePaths;
  /** Removes the own files of the previous site, now or in the background. */
  readonly remove: (ours: OwnFiles) => void;
}

/**
 * Replaces the previous site by the staged one: renames the previous folder, moves foreign files to the new one, and renames the new
 * one. If anything fails, the folder is the old site or the new one. Between the two renames it may be missing; the caller must call
 * `recover` after a failure, which restores the old one.
 */
export function swap(disk: Disk, at: WorkPaths, { written, remove }: SwapOptions): void {
  if (disk.kindOf(at.target) === undefined) return disk.move(at.staged, at.target);
  const ours = ownFilesOf(readRecord(disk, at.target) ?? new Set(), written);
  refuseLosses(disk, at, ours);
  disk.move(at.target, at.previous);
  moveForeign(disk, { from: at.previous, to: at.staged, ours });
  disk.move(at.staged, at.target);
  try {
    remove(ours);
  } catch {
    // The new site is in place; the next run removes the rest of the old one.
  }
}
