import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { nodeDisk } from "./disk.ts";
import { dropLock, takeLock } from "./lock.ts";
import type { WorkPaths } from "./swap.ts";
import { moveForeign, swap, workPathsOf } from "./swap.ts";
import { diskFailure, OutputFailure } from "./output-failure.ts";
import type { RunPaths } from "./output-folder.ts";
import { outputFolder } from "./output-folder.ts";
import { isUnfinished, ownFilesOf, readRecord, removeAll, removeOwn } from "./own-files.ts";
import type { SiteFiles, WriterThreads } from "./stage.ts";
import { refuseExchanged, stage } from "./stage.ts";
import type { OwnFiles } from "./own-files.ts";
import type { Writers } from "./writers.ts";

/**
 * Writes the journal: a file beside the site that names the work folders of the run. Their names are random, so that no planted folder
 * can pass for one. The journal is read-only, because a checkout of a repository never creates such a file.
 */
function beginJournal(disk: Disk, target: string): WorkPaths {
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
function recover(disk: Disk, target: string): void {
  const at = readJournal(disk, target);
  if (at && disk.kindOf(at.previous) === "folder") {
    if (disk.kindOf(target) === undefined) restore(disk, at);
    else removePrevious(disk, at);
  }
  if (at) removeStaged(disk, at);
  endJournal(disk, target);
}

/** An output folder that this run has locked. */
export interface Output {
  /** Its real absolute path. */
  readonly folder: string;
  /** Stages the files and swaps them in. Returns their number. After a failure the previous site is in place. */
  write(files: SiteFiles): Promise<number>;
  /** Waits until the previous site is removed. It is not required before `close`. */
  waitForCleanup(): Promise<void>;
  /** Releases the folder and removes unfinished work. Safe at any time, and more than once. */
  close(): void;
}

/** Recovers after a failure or an interruption. Its own failures are ignored: the first failure is reported, and the next run tries again. */
function tryRecover(disk: Disk, target: string): void {
  try {
    recover(disk, target);
  } catch {
    // The next run tries again.
  }
}

/** A thread starts after this many files. For fewer, it takes more memory and processor time than a user gains. */
const THREAD_FROM = 200;

/** The threads of an output folder. None runs before it is needed, or after `stop`. */
class WriterPool {
  readonly #disk: Disk;
  readonly #asked: number | undefined;
  #running: Writers | undefined;
  #removed: Promise<void> | undefined;

  constructor(disk: Disk, asked: number | undefined) {
    this.#disk = disk;
    this.#asked = asked;
  }

  threads(): WriterThreads | undefined {
    const count = this.#asked ?? (availableParallelism() > 1 ? 1 : 0);
    if (count === 0) return undefined;
    const start = async (): Promise<Writers> => {
      const { Writers: Threaded } = await import("./writers.ts");
      return (this.#running = new Threaded(this.#disk, count));
    };
    return { from: this.#asked === undefined ? THREAD_FROM : 0, start };
  }

  /** Removes the own files of a folder in a thread. Returns false if no thread runs. */
  remove(folder: string, ours: OwnFiles): boolean {
    this.#removed = this.#running?.remove(folder, ours);
    return this.#removed !== undefined;
  }

  /** Waits for the removal, and ends all threads. */
  async settled(): Promise<void> {
    await this.#removed;
    this.stop();
  }

  stop(): void {
    this.#running?.stop();
    this.#running = undefined;
    this.#removed = undefined;
  }
}

interface OutputContext {
  readonly disk: Disk;
  readonly target: string;
  readonly pool: WriterPool;
}

async function replace({ disk, target, pool }: OutputContext, files: SiteFiles): Promise<number> {
  try {
    await pool.settled();
    // A run may write twice.
    recover(disk, target);
    const at = beginJournal(disk, target);
    const written = await stage(disk, { folder: at.staged, threads: pool.threads() }, files);
    const remove = (ours: OwnFiles): void => {
      if (!pool.remove(at.previous, ours)) removeOwn(disk, at.previous, ours);
    };
    swap(disk, at, { written, remove });
    return written.size;
  } catch (error) {
    pool.stop();
    tryRecover(disk, target);
    throw diskFailure(error, "write the site");
  }
}

export interface OutputOptions extends RunPaths {
  /** The path as the user gave it: relative to the working folder, or absolute. */
  readonly output: string;
  /** The file operations; tests replace them. */
  readonly disk?: Disk;
  /** The number of threads that write, from the first file on. By default one thread for a large site. */
  readonly workers?: number | undefined;
}

/**
 * Opens an output folder: refuses a dangerous one, locks it, and recovers from a killed run. If it throws an {@link OutputFailure},
 * nothing was changed.
 */
export function openOutput({ output, disk = nodeDisk, workers, ...surroundings }: OutputOptions): Output {
  try {
    const target = outputFolder(disk, output, surroundings);
    const { parent, lock } = workPathsOf(target, "");
    disk.makeFolder(parent);
    takeLock(disk, lock);
    try {
      refuseExchanged(disk, parent);
    } catch (error) {
      dropLock(disk, lock);
      throw error;
    }
    const pool = new WriterPool(disk, disk === nodeDisk ? workers : 0);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      pool.stop();
      tryRecover(disk, target);
      dropLock(disk, lock);
    };
    try {
      recover(disk, target);
    } catch (error) {
      close();
      throw error;
    }
    return {
      folder: target,
      write: (files) => replace({ disk, target, pool }, files),
      waitForCleanup: () => pool.settled(),
      close,
    };
  } catch (error) {
    throw diskFailure(error, "use the output folder");
  }
}
