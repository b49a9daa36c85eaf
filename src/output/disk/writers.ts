import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "#config";
import type { FileCopy, OwnFiles } from "./disk.ts";
import { OutputFailure } from "./disk.ts";

/** The bytes that are sent at once, and how often before an answer, which bounds the memory of waiting files. */
const BATCH = 1 << 20;
const BATCHES = 4;

/** What a copy counts. The thread reads it, so that it takes no memory here. */
const COPY = BATCH / 100;

/** Megabytes of the young generation of a thread. It allocates little, but V8 would use the default size before it collects. */
const YOUNG = 3;

/** Milliseconds that a stopped thread may need for its current file. A disk that needs longer is stuck. */
const STOP_TIMEOUT = 10_000;

const [STOPPED, BUSY] = [0, 1];

/** The order to remove the own files of a folder. */
export interface Removal {
  readonly folder: string;
  readonly ours: OwnFiles;
}

/** The order to write files, each at an absolute path. */
export type Batch = readonly (readonly [path: string, contents: Uint8Array<ArrayBuffer> | FileCopy])[];

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

const encoder = new TextEncoder();

/**
 * Writes files in a thread while the main thread renders more, because creating a file is mostly waiting for the system. The next call
 * throws the failure of the thread. Nothing is written after `stop`.
 */
export class WriterThread {
  readonly #worker: Worker;
  readonly #state = new Int32Array(new SharedArrayBuffer(8));
  #batch: Batch[number][] = [];
  #size = 0;
  /** The number of orders without an answer. */
  #waiting = 0;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor() {
    this.#worker = new Worker(join(packageRoot(), "dist", "write-worker.js"), {
      ...workerFlags(),
      workerData: this.#state,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    this.#worker.on("message", (failure?: WriteFailure) => {
      this.#waiting -= 1;
      this.#answered(failure && failureOf(failure));
    });
    this.#worker.on("error", (error) => this.#answered(error));
    this.#worker.on("exit", () => this.#answered(new Error("The thread that writes files has ended unexpectedly.")));
  }

  /** Writes a file, or a copy of another; its folder must exist. Waits while much has not been written. */
  async write(path: string, contents: string | Uint8Array | FileCopy): Promise<void> {
    if (this.#failure) throw this.#failure;
    // A copy: what is sent is gone here.
    const sent = typeof contents === "string" ? encoder.encode(contents) : "path" in contents ? contents : new Uint8Array(contents);
    this.#batch.push([path, sent]);
    this.#size += "path" in sent ? COPY : sent.byteLength;
    if (this.#size < BATCH) return;
    this.#sendBatch();
    await this.#until(() => this.#waiting < BATCHES);
  }

  /** Waits until all files are written. */
  async flush(): Promise<void> {
    this.#sendBatch();
    await this.#until(() => this.#waiting === 0);
  }

  /** Removes the own files of a folder after all files are written. Failures are ignored. */
  async remove(folder: string, ours: OwnFiles): Promise<void> {
    this.#send({ folder, ours });
    await this.#until(() => this.#waiting === 0).catch(() => undefined);
  }

  /** Stops immediately and permanently. */
  stop(): void {
    Atomics.store(this.#state, STOPPED, 1);
    Atomics.wait(this.#state, BUSY, 1, STOP_TIMEOUT);
    this.#worker.removeAllListeners("exit");
    void this.#worker.terminate();
    this.#answered(new OutputFailure("environment", "The site is not written: the run was stopped."));
  }

  #answered(failure: Error | undefined): void {
    this.#failure ??= failure;
    this.#wake();
  }

  #sendBatch(): void {
    const buffers = this.#batch.flatMap(([, contents]) => ("path" in contents ? [] : contents.buffer));
    this.#send(this.#batch, buffers);
    this.#batch = [];
    this.#size = 0;
  }

  #send(order: Batch | Removal, buffers: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, buffers);
    this.#waiting += 1;
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!this.#failure && !isTrue()) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#failure) throw this.#failure;
  }
}
