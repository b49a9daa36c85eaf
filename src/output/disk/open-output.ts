import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { nodeDisk } from "./disk.ts";
import { dropLock, takeLock } from "./lock.ts";
import type { Neighbours } from "./neighbours.ts";
import { neighboursOf } from "./neighbours.ts";
import { diskFailure, OutputFailure } from "./output-failure.ts";
import type { Surroundings } from "./output-folder.ts";
import { outputFolder } from "./output-folder.ts";
import { isUnfinished, readRecord } from "./record.ts";
import type { Files, Threads } from "./stage.ts";
import { stage } from "./stage.ts";
import { moveForeign, swap } from "./swap.ts";
import type { Ours } from "./tree.ts";
import { oursOf, removeAll, removeOurs } from "./tree.ts";
import type { Writers } from "./writers.ts";

/**
 * While a site is written, a file beside it names the folders that the run uses. Their names hold random digits, so nothing that was put
 * there before is taken for them. Whether a run that was killed wrote the journal is told by its mode: it is read-only, and no checkout of a
 * repository makes such a file.
 */
function beginJournal(disk: Disk, target: string): Neighbours {
  const id = randomBytes(8).toString("hex");
  const at = neighboursOf(target, id);
  disk.createFile(at.journal, id, "read-only");
  return at;
}

/** The folders of the run that wrote the journal; `undefined` where there is none, or it was cut short before anything else was made. */
function readJournal(disk: Disk, target: string): Neighbours | undefined {
  const { journal } = neighboursOf(target, "");
  const kind = disk.kindOf(journal);
  if (kind === undefined) return undefined;
  if (kind !== "file" || !disk.isReadOnly(journal)) {
    throw new OutputFailure("refused", `${JSON.stringify(journal)} is in the way, and was not written by msgdocs: remove it.`);
  }
  const id = disk.readFile(journal);
  return /^[0-9a-f]{16}$/.test(id) ? neighboursOf(target, id) : undefined;
}

/** Ends the journal, when none of the folders that it names is left. */
function endJournal(disk: Disk, target: string): void {
  const { journal } = neighboursOf(target, "");
  if (disk.kindOf(journal) !== undefined) disk.removeFile(journal);
}

const inTheWay = (path: string): OutputFailure =>
  new OutputFailure("refused", `${JSON.stringify(path)} is in the way, and is not ours to remove.`);

/** Removes what is left of a staging folder. Until it is finished there is nothing of others in it. */
function removeStaged(disk: Disk, { staged }: Neighbours): void {
  if (disk.kindOf(staged) === undefined) return;
  if (disk.kindOf(staged) !== "folder") throw inTheWay(staged);
  if (isUnfinished(disk, staged) || disk.list(staged).length === 0) return removeAll(disk, staged);
  const written = readRecord(disk, staged);
  if (!written) throw inTheWay(staged);
  removeOurs(disk, staged, oursOf(written));
}

/** After a swap was cut short between its renames: what was carried over goes back, and the earlier site is put back whole. */
function restore(disk: Disk, at: Neighbours): void {
  const staged = disk.kindOf(at.staged) === "folder" ? readRecord(disk, at.staged) : undefined;
  const earlier = readRecord(disk, at.earlier);
  if (staged) moveForeign(disk, { from: at.staged, to: at.earlier, ours: oursOf(staged, earlier) });
  disk.move(at.earlier, at.target);
}

/** After a swap that was cut short before its cleaning up: the earlier site goes. What others put there since joins the new one. */
function dropEarlier(disk: Disk, at: Neighbours): void {
  const ours = oursOf(readRecord(disk, at.earlier) ?? new Set(), readRecord(disk, at.target));
  const [stuck] = moveForeign(disk, { from: at.earlier, to: at.target, ours });
  if (stuck !== undefined) throw inTheWay(join(at.earlier, stuck));
  removeOurs(disk, at.earlier, ours);
}

/**
 * Brings back order after a run that was killed: the folder then holds the old site or the new one, and nothing of the run stands beside
 * it. Only folders that the journal names are looked at.
 */
function recover(disk: Disk, target: string): void {
  const at = readJournal(disk, target);
  if (at && disk.kindOf(at.earlier) === "folder") {
    if (disk.kindOf(target) === undefined) restore(disk, at);
    else dropEarlier(disk, at);
  }
  if (at) removeStaged(disk, at);
  endJournal(disk, target);
}

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
