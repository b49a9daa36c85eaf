import { availableParallelism, homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { leadsOut } from "#text";
import type { Disk } from "./disk.ts";
import { nodeDisk, diskFailure, errnoOf, OutputFailure } from "./disk.ts";
import { beginJournal, recover, tryRecover, swap, workPathsOf } from "./journal.ts";
import { dropLock, takeLock } from "./lock.ts";
import type { OwnFiles } from "./own-files.ts";
import { removeOwn, readRecord } from "./own-files.ts";
import type { SiteFiles, WriterThreads } from "./stage.ts";
import { refuseExchanged, stage } from "./stage.ts";
import type { Writers } from "./writers.ts";

/** The paths that a run reads. An output folder must not contain any of them. */
export interface RunPaths {
  /** The working folder, absolute. */
  readonly cwd: string;
  /** Absolute paths of the documents, settings, theme and templates. */
  readonly inputs: readonly string[];
}

const refusal = (path: string, why: string, step = "Name a folder of its own, such as -o site."): OutputFailure =>
  new OutputFailure("refused", `The output folder ${JSON.stringify(path)} ${why}. ${step}`);

/** Whether a folder is a path or contains it. */
function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A path with the links in its existing part followed. */
function realOf(disk: Disk, path: string): string {
  try {
    return disk.realPath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") || parent === path) throw error;
    return join(realOf(disk, parent), basename(path));
  }
}

/** The home folder of the user, or `undefined` if there is none. */
function home(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function refuseDangers(disk: Disk, path: string, { cwd, inputs }: RunPaths): void {
  const real = realOf(disk, path);
  if (dirname(real) === real) throw refusal(path, "is the root of the file system");
  const own = home();
  if (own && contains(real, realOf(disk, own))) throw refusal(path, "is your home folder, or holds it");
  if (contains(real, realOf(disk, cwd))) throw refusal(path, "is the working folder, or holds it");
  const inside = inputs.find((input) => contains(real, realOf(disk, input)));
  if (inside !== undefined) throw refusal(path, `holds what the site is made from, ${JSON.stringify(inside)}`);
}

/** Throws if a link in the path leads out of the folder that the path seems to be in, out of the repository, or to something hidden. */
function refuseWayOut(disk: Disk, path: string, cwd: string): void {
  const real = realOf(disk, path);
  if (contains(cwd, path) && !contains(realOf(disk, cwd), real)) throw refusal(path, `is a link that leads out of the project, to ${real}`);
  if (disk.kindOf(path) === "link" && !contains(realOf(disk, dirname(path)), real)) throw refusal(path, `is a link to ${real}`);
  if (leadsOut(path, cwd, real) !== undefined) throw refusal(path, `leads through a link to ${real}`);
}

function refuseForeign(disk: Disk, path: string, real: string): void {
  const kind = disk.kindOf(real);
  if (kind === undefined) return;
  if (kind === "link") throw refusal(path, "is a link that leads nowhere", "Remove it, or name another folder.");
  if (kind !== "folder") throw refusal(path, "is a file", "Name a new or an empty folder.");
  if (disk.list(real).length > 0 && !readRecord(disk, real)) {
    throw refusal(path, "is not empty, and was not written by msgdocs", "Name a new or an empty folder.");
  }
}

/**
 * The real path of an output folder that is safe to write: missing, empty, or written by msgdocs. Otherwise it throws an
 * {@link OutputFailure}. It changes nothing.
 */
function outputFolder(disk: Disk, output: string, surroundings: RunPaths): string {
  if (output === "" || output.includes("\0")) throw refusal(output, "has no usable name");
  const path = resolve(surroundings.cwd, output);
  // Settings and flags may already have made it absolute.
  if (/^~([\\/]|$)/.test(relative(surroundings.cwd, path))) {
    throw refusal(output, "is not expanded by this shell, and names your home folder");
  }
  refuseDangers(disk, path, surroundings);
  refuseWayOut(disk, path, surroundings.cwd);
  const real = realOf(disk, path);
  refuseForeign(disk, path, real);
  return real;
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
