import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { OutputFailure } from "./output-failure.ts";
import { isUnfinished, ownFilesOf, readRecord, removeAll, removeOwn } from "./own-files.ts";
import type { WorkPaths } from "./swap.ts";
import { moveForeign, workPathsOf } from "./swap.ts";

/**
 * Writes the journal: a file beside the site that names the work folders of the run. Their names are random, so that no planted folder
 * can pass for one. The journal is read-only, because a checkout of a repository never creates such a file.
 */
export function beginJournal(disk: Disk, target: string): WorkPaths {
  const id = randomBytes(8).toString("hex");
  const at = workPathsOf(target, id);
  disk.createFile(at.journal, id, "read-only");
  return at;
}

/** More bytes than a journal has. */
const LARGEST_JOURNAL = 64;

/** The work paths of the run that wrote the journal; `undefined` without a journal, or if it is incomplete and nothing else exists. */
function readJournal(disk: Disk, target: string): WorkPaths | undefined {
  const { journal } = workPathsOf(target, "");
  const kind = disk.kindOf(journal);
  if (kind === undefined) return undefined;
  if (kind !== "file" || !disk.isReadOnly(journal)) {
    throw new OutputFailure("refused", `${JSON.stringify(journal)} is in the way, and was not written by msgdocs: remove it.`);
  }
  const id = disk.readFile(journal, LARGEST_JOURNAL);
  return /^[0-9a-f]{16}$/.test(id) ? workPathsOf(target, id) : undefined;
}

/** Removes the journal. Its folders must be gone. */
function endJournal(disk: Disk, target: string): void {
  const { journal } = workPathsOf(target, "");
  if (disk.kindOf(journal) !== undefined) disk.removeFile(journal);
}

const inTheWay = (path: string): OutputFailure =>
  new OutputFailure("refused", `${JSON.stringify(path)} is in the way, and is not ours to remove.`);

/** Removes the rest of a staging folder. An unfinished one has no foreign files. */
function removeStaged(disk: Disk, { staged }: WorkPaths): void {
  if (disk.kindOf(staged) === undefined) return;
  if (disk.kindOf(staged) !== "folder") throw inTheWay(staged);
  if (isUnfinished(disk, staged) || disk.list(staged).length === 0) return removeAll(disk, staged);
  const written = readRecord(disk, staged);
  if (!written) throw inTheWay(staged);
  removeOwn(disk, staged, ownFilesOf(written));
}

/** After a swap that stopped between its renames: moves foreign files back and restores the previous site. */
function restore(disk: Disk, at: WorkPaths): void {
  const staged = disk.kindOf(at.staged) === "folder" ? readRecord(disk, at.staged) : undefined;
  const earlier = readRecord(disk, at.previous);
  if (staged) moveForeign(disk, { from: at.staged, to: at.previous, ours: ownFilesOf(staged, earlier) });
  disk.move(at.previous, at.target);
}

/** After a swap that stopped before its cleanup: removes the previous site. Foreign files in it move to the new one. */
function removePrevious(disk: Disk, at: WorkPaths): void {
  const ours = ownFilesOf(readRecord(disk, at.previous) ?? new Set(), readRecord(disk, at.target));
  const [stuck] = moveForeign(disk, { from: at.previous, to: at.target, ours });
  if (stuck !== undefined) throw inTheWay(join(at.previous, stuck));
  removeOwn(disk, at.previous, ours);
}

/**
 * Recovers from a killed run: then the folder is the old site or the new one, and no work folder is left. Only folders that the journal
 * names are touched.
 */
export function recover(disk: Disk, target: string): void {
  const at = readJournal(disk, target);
  if (at && disk.kindOf(at.previous) === "folder") {
    if (disk.kindOf(target) === undefined) restore(disk, at);
    else removePrevious(disk, at);
  }
  if (at) removeStaged(disk, at);
  endJournal(disk, target);
}

/** Recovers after a failure or an interruption. Its own failures are ignored: the first failure is reported, and the next run tries again. */
export function tryRecover(disk: Disk, target: string): void {
  try {
    recover(disk, target);
  } catch {
    // The next run tries again.
  }
}
