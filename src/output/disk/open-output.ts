import { availableParallelism } from "node:os";
import type { Disk } from "./disk.ts";
import { nodeDisk, diskFailure } from "./disk.ts";
import { beginJournal, recover, tryRecover, swap, workPathsOf } from "./journal.ts";
import { dropLock, takeLock } from "./lock.ts";
import type { RunPaths } from "./output-folder.ts";
import { outputFolder } from "./output-folder.ts";
import { removeOwn } from "./own-files.ts";
import type { SiteFiles, WriterThreads } from "./stage.ts";
import { refuseExchanged, stage } from "./stage.ts";
import type { OwnFiles } from "./own-files.ts";
import type { Writers } from "./writers.ts";

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
