import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "#config";
import type { Disk, FileCopy, OwnFiles } from "./disk.ts";
import { OutputFailure } from "./disk.ts";

/** The bytes of a chunk, and the chunks of a thread, which bound the memory of waiting files. */
const CHUNK = 1 << 20;
const CHUNKS = 4;

/** The most copies of a chunk. */
const COPIES = 100;

/** Megabytes of the young generation of a thread. It allocates little, but V8 would use the default size before it collects. */
const YOUNG = 3;

/** Milliseconds that a stopped thread may need for its current file. A disk that needs longer is stuck. */
const STOP_TIMEOUT = 10_000;

const [STOPPED, BUSY] = [0, 1];

/** The range of a file in a chunk. */
export type FileRange = readonly [path: string, start: number, end: number];

/** The order to remove the own files of a folder. */
export interface Removal {
  readonly folder: string;
  readonly ours: OwnFiles;
}

/** The order to write the files of a chunk. */
export interface Chunk {
  readonly chunk: number;
  readonly files: readonly FileRange[];
  readonly copies: readonly (readonly [path: string, copy: FileCopy])[];
}

/** The data that a thread starts with. */
export interface WriterData {
  readonly state: Int32Array;
  readonly chunks: readonly Uint8Array[];
}

/** An error of a file function in a thread. */
export interface WriteFailure {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  /** The file to copy is not the one that was expected. */
  readonly isRefused: boolean;
}

/**
 * The Node flags of a thread or a process of ours. A program given as text (--eval) may pass --input-type, which Node refuses for both.
 * V8 flags hold for threads without being passed, and Node refuses them too if they are named.
 */
export function workerFlags(): { readonly execArgv?: string[] } {
  return process.execArgv.some((each) => each.startsWith("--input-type=")) ? { execArgv: [] } : {};
}

function failureOf(failure: WriteFailure): Error {
  return failure.isRefused ? new OutputFailure("refused", failure.message) : Object.assign(new Error(failure.message), failure);
}

/** One thread, and the chunk of shared memory that is filled for it. */
class Writer {
  readonly #worker: Worker;
  readonly #state = new Int32Array(new SharedArrayBuffer(8));
  readonly #chunks = Array.from({ length: CHUNKS }, () => Buffer.from(new SharedArrayBuffer(CHUNK)));
  /** The number of sent chunks, and of those without an answer. */
  #sent = 0;
  #waiting = 0;
  #files: FileRange[] = [];
  #copies: (readonly [path: string, copy: FileCopy])[] = [];
  #end = 0;

  constructor(onAnswer: (failure: Error | undefined) => void) {
    const workerData = { state: this.#state, chunks: this.#chunks } satisfies WriterData;
    this.#worker = new Worker(join(packageRoot(), "dist", "write-worker.js"), {
      ...workerFlags(),
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    this.#worker.on("message", (failure?: WriteFailure) => {
      this.#waiting -= 1;
      onAnswer(failure && failureOf(failure));
    });
    this.#worker.on("error", onAnswer);
    this.#worker.on("exit", () => onAnswer(new Error("A thread that writes files has ended unexpectedly.")));
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether the current chunk has room for this many more bytes, or for one more copy. */
  holds(bytes: number): boolean {
    return this.#end + bytes <= CHUNK && this.#copies.length < COPIES;
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

  addCopy(path: string, copy: FileCopy): void {
    this.#copies.push([path, copy]);
  }

  send(): void {
    if (this.#files.length + this.#copies.length === 0) return;
    this.#worker.postMessage({ chunk: this.#sent % CHUNKS, files: this.#files, copies: this.#copies } satisfies Chunk);
    this.#sent += 1;
    this.#waiting += 1;
    this.#files = [];
    this.#copies = [];
    this.#end = 0;
  }

  remove(removal: Removal): void {
    this.#worker.postMessage(removal);
    this.#waiting += 1;
  }

  stop(): void {
    Atomics.store(this.#state, STOPPED, 1);
    Atomics.wait(this.#state, BUSY, 1, STOP_TIMEOUT);
    this.#worker.removeAllListeners("exit");
    void this.#worker.terminate();
  }
}

/**
 * Writes files in threads while the main thread renders more, because creating a file is mostly waiting for the system. The next call
 * throws the failure of a thread. Nothing is written after `stop`.
 */
export class Writers {
  readonly #disk: Disk;
  readonly #writers: readonly Writer[];
  #turn = 0;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(disk: Disk, count: number) {
    this.#disk = disk;
    const onAnswer = (failure: Error | undefined): void => {
      this.#failure ??= failure;
      this.#wake();
    };
    this.#writers = Array.from({ length: count }, () => new Writer(onAnswer));
  }

  /** Writes a file; its folder must exist. A file larger than a chunk is written in the main thread. */
  async write(path: string, contents: string | Uint8Array): Promise<void> {
    const most = typeof contents === "string" ? contents.length * 3 : contents.byteLength;
    if (this.#failure) throw this.#failure;
    if (most > CHUNK) this.#disk.writeFile(path, contents);
    else (await this.#withRoom(most))?.add(path, contents);
  }

  /** Writes a file from another one; its folder must exist. The thread reads it. */
  async copy(path: string, copy: FileCopy): Promise<void> {
    if (this.#failure) throw this.#failure;
    (await this.#withRoom(0))?.addCopy(path, copy);
  }

  /** Waits until all files are written. */
  async flush(): Promise<void> {
    for (const writer of this.#writers) writer.send();
    for (const writer of this.#writers) await this.#until(() => writer.waiting === 0);
  }

  /** Removes the own files of a folder after all files are written. Failures are ignored. */
  async remove(folder: string, ours: OwnFiles): Promise<void> {
    const [writer] = this.#writers;
    writer?.remove({ folder, ours });
    await this.#until(() => writer?.waiting === 0).catch(() => undefined);
  }

  /** Stops immediately and permanently. */
  stop(): void {
    for (const writer of this.#writers) writer.stop();
    this.#failure ??= new OutputFailure("environment", "The site is not written: the run was stopped.");
    this.#wake();
  }

  async #withRoom(bytes: number): Promise<Writer | undefined> {
    const writer = this.#writers[this.#turn];
    return !writer || writer.holds(bytes) ? writer : this.#next();
  }

  /** Sends the current chunk. Returns the next thread when it has room. */
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
