import { randomBytes } from "node:crypto";
import { join, basename, dirname } from "node:path";
import type { Disk, OwnFiles, SitePaths } from "./disk.ts";
import { OutputFailure, isUnfinished, ownFilesOf, readRecord, removeAll, removeOwn, listForeign } from "./disk.ts";

/** The paths beside an output folder that a run uses: on the same file system, so that renaming swaps them. */
interface WorkPaths {
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
function moveForeign(disk: Disk, { from, to, ours }: ForeignMove): string[] {
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
