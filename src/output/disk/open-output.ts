import { availableParallelism } from "node:os";
import type { Disk } from "./disk.ts";
import { nodeDisk } from "./disk.ts";
import { dropLock, takeLock } from "./lock.ts";
import { beginJournal } from "./journal.ts";
import { neighboursOf } from "./neighbours.ts";
import { diskFailure } from "./output-failure.ts";
import type { Surroundings } from "./output-folder.ts";
import { outputFolder } from "./output-folder.ts";
import { recover } from "./recover.ts";
import type { Files, Threads } from "./stage.ts";
import { stage } from "./stage.ts";
import { swap } from "./swap.ts";
import type { Ours } from "./tree.ts";
import { removeOurs } from "./tree.ts";
import type { Writers } from "./writers.ts";

/** An output folder that this run holds. */
export interface Output {
  /** Its real absolute path. */
  readonly folder: string;
  /**
   * Stages the files and swaps them in whole. Returns how many; on a failure the earlier site stands. Where it is known how many there
   * are `atLeast`, it is known from the first one on whether a thread pays.
   */
  write(files: Files, atLeast?: number): Promise<number>;
  /** Waits until nothing is left of the earlier site. Who does not wait closes the output all the same. */
  settled(): Promise<void>;
  /** Lets go of the folder and removes whatever is unfinished. Safe at any moment, and more than once. */
  close(): void;
}

/** After a failure or an interruption. What cannot be tidied up now is by the next run; the first failure is the one to tell. */
function tidy(disk: Disk, target: string): void {
  try {
    recover(disk, target);
  } catch {
    // The next run tries again.
  }
}

/** From how many files on a thread pays: it takes some 30 ms to start, which is what it takes to make 200 files. */
const MANY = 2000;

/** The threads of a folder that is held: none runs before it is wanted, or after `stop`. */
class Pool {
  readonly #disk: Disk;
  readonly #asked: number | undefined;
  #running: Writers | undefined;
  #removed: Promise<void> | undefined;

  constructor(disk: Disk, asked: number | undefined) {
    this.#disk = disk;
    this.#asked = asked;
  }

  /** Threads for so many files at least. */
  threads(atLeast: number): Threads | undefined {
    const count = this.#asked ?? (availableParallelism() > 1 ? 1 : 0);
    if (count === 0) return undefined;
    const start = async (): Promise<Writers> => {
      const { Writers: Threaded } = await import("./writers.ts");
      return (this.#running = new Threaded(this.#disk, count));
    };
    return { from: this.#asked !== undefined || atLeast >= MANY ? 0 : MANY, start };
  }

  /** Has a thread remove what is ours of a folder, where one runs; says whether it does. */
  remove(folder: string, ours: Ours): boolean {
    this.#removed = this.#running?.remove(folder, ours);
    return this.#removed !== undefined;
  }

  /** Waits for what is removed, and ends all threads. */
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

interface Held {
  readonly disk: Disk;
  readonly target: string;
  readonly pool: Pool;
}

async function replace({ disk, target, pool }: Held, files: Files, atLeast: number): Promise<number> {
  try {
    await pool.settled();
    // A run that writes twice: nothing is left of the first time.
    recover(disk, target);
    const at = beginJournal(disk, target);
    const written = await stage(disk, { folder: at.staged, threads: pool.threads(atLeast) }, files);
    const remove = (ours: Ours): void => {
      if (!pool.remove(at.earlier, ours)) removeOurs(disk, at.earlier, ours);
    };
    swap(disk, at, { written, remove });
    return written.size;
  } catch (error) {
    pool.stop();
    tidy(disk, target);
    throw diskFailure(error, "write the site");
  }
}

export interface Opening extends Surroundings {
  /** As the user gave it: relative to the working folder, or absolute. */
  readonly output: string;
  /** The file operations, other ones for tests. */
  readonly disk?: Disk;
  /** Threads that write: none, or so many from the first file on. Where it is not said, one for a large site. */
  readonly workers?: number | undefined;
}

/**
 * Takes hold of an output folder: refuses a dangerous one, locks it, and restores what a killed run left behind.
 * Throws an {@link OutputFailure}, and then nothing was touched.
 */
export function openOutput({ output, disk = nodeDisk, workers, ...surroundings }: Opening): Output {
  try {
    const target = outputFolder(disk, output, surroundings);
    const { parent, lock } = neighboursOf(target, "");
    disk.makeFolder(parent);
    takeLock(disk, lock);
    const pool = new Pool(disk, disk === nodeDisk ? workers : 0);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      pool.stop();
      tidy(disk, target);
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
      write: (files, atLeast = 0) => replace({ disk, target, pool }, files, atLeast),
      settled: () => pool.settled(),
      close,
    };
  } catch (error) {
    throw diskFailure(error, "use the output folder");
  }
}
