import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "#config";
import type { Disk } from "./disk.ts";
import { OutputFailure } from "./output-failure.ts";
import type { Ours } from "./tree.ts";

/** How many bytes go to a thread at once, and how many chunks of such may be on their way to one: what waits takes no more memory. */
const CHUNK = 1 << 20;
const CHUNKS = 4;

/** Megabytes for what a thread has just made. It makes little, and would take as many as there may be before it looks for what is not used. */
const YOUNG = 3;

/** How long a thread may take for the file it is at when it is stopped, in milliseconds; a disk that takes longer takes for ever. */
const LAST_FILE = 10_000;

const [STOPPED, BUSY] = [0, 1];

/** A file's place in a chunk. */
export type Placed = readonly [path: string, start: number, end: number];

/** What a thread is sent to remove. */
export interface Removal {
  readonly folder: string;
  readonly ours: Ours;
}

/** What a thread is sent: the number of a chunk, and what is in it. */
export interface Chunk {
  readonly chunk: number;
  readonly files: readonly Placed[];
}

/** What a thread begins with. */
export interface WriterData {
  readonly state: Int32Array;
  readonly chunks: readonly Uint8Array[];
}

/** A file function's error, as a thread tells it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

/** One thread, and the chunk of shared memory that is being filled for it. */
class Writer {
  readonly #worker: Worker;
  readonly #state = new Int32Array(new SharedArrayBuffer(8));
  readonly #chunks = Array.from({ length: CHUNKS }, () => Buffer.from(new SharedArrayBuffer(CHUNK)));
  /** Chunks that were sent, and of these those that were not answered. */
  #sent = 0;
  #waiting = 0;
  #files: Placed[] = [];
  #end = 0;

  constructor(told: (failure: Error | undefined) => void) {
    const workerData = { state: this.#state, chunks: this.#chunks } satisfies WriterData;
    this.#worker = new Worker(join(packageRoot(), "dist", "write-worker.js"), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    this.#worker.on("message", (failure?: Failure) => {
      this.#waiting -= 1;
      told(failure && Object.assign(new Error(failure.message), failure));
    });
    this.#worker.on("error", told);
    this.#worker.on("exit", () => told(new Error("A thread that writes files has ended.")));
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether there is room for so many more bytes in the chunk that is being filled. */
  holds(bytes: number): boolean {
    return this.#end + bytes <= CHUNK;
  }

  add(path: string, contents: string | Uint8Array): void {
    const chunk = this.#chunks[this.#sent % CHUNKS];
    const start = this.#end;
    if (typeof contents === "string") this.#end += chunk?.write(contents, start) ?? 0;
    else {
      chunk?.set(contents, start);
      this.#end += contents.byteLength;
    }
    this.#files.push([path, start, this.#end]);
  }

  send(): void {
    if (this.#files.length === 0) return;
    this.#worker.postMessage({ chunk: this.#sent % CHUNKS, files: this.#files } satisfies Chunk);
    this.#sent += 1;
    this.#waiting += 1;
    this.#files = [];
    this.#end = 0;
  }

  remove(removal: Removal): void {
    this.#worker.postMessage(removal);
    this.#waiting += 1;
  }

  stop(): void {
    Atomics.store(this.#state, STOPPED, 1);
    Atomics.wait(this.#state, BUSY, 1, LAST_FILE);
    this.#worker.removeAllListeners("exit");
    void this.#worker.terminate();
  }
}

/**
 * Writes files in threads of their own, while more of them are made here: making a file is mostly waiting for the system. What a thread
 * fails at is thrown by the next call. Nothing is written after `stop`.
 */
export class Writers {
  readonly #disk: Disk;
  readonly #writers: readonly Writer[];
  #turn = 0;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(disk: Disk, count: number) {
    this.#disk = disk;
    const told = (failure: Error | undefined): void => {
      this.#failure ??= failure;
      this.#wake();
    };
    this.#writers = Array.from({ length: count }, () => new Writer(told));
  }

  /** Takes a file; its folder must be there. What is larger than a chunk is written here. */
  async write(path: string, contents: string | Uint8Array): Promise<void> {
    const most = typeof contents === "string" ? contents.length * 3 : contents.byteLength;
    if (this.#failure) throw this.#failure;
    if (most > CHUNK) this.#disk.writeFile(path, contents);
    else (await this.#withRoom(most))?.add(path, contents);
  }

  /** Waits until everything is written. */
  async flush(): Promise<void> {
    for (const writer of this.#writers) writer.send();
    for (const writer of this.#writers) await this.#until(() => writer.waiting === 0);
  }

  /** Removes what is ours of a folder, when everything is written. What cannot be removed stays, and nothing is said of it. */
  async remove(folder: string, ours: Ours): Promise<void> {
    const [writer] = this.#writers;
    writer?.remove({ folder, ours });
    await this.#until(() => writer?.waiting === 0).catch(() => undefined);
  }

  /** Stops at once, and for good. */
  stop(): void {
    for (const writer of this.#writers) writer.stop();
    this.#failure ??= new OutputFailure("environment", "The site is no longer written: the run has been ended.");
    this.#wake();
  }

  async #withRoom(bytes: number): Promise<Writer | undefined> {
    const writer = this.#writers[this.#turn];
    return !writer || writer.holds(bytes) ? writer : this.#next();
  }

  /** Sends off what there is; the thread whose turn it is then. */
  async #next(): Promise<Writer | undefined> {
    this.#writers[this.#turn]?.send();
    this.#turn = (this.#turn + 1) % this.#writers.length;
    const next = this.#writers[this.#turn];
    await this.#until(() => next === undefined || next.waiting < CHUNKS);
    return next;
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!this.#failure && !isTrue()) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#failure) throw this.#failure;
  }
}
