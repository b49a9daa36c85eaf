import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "#config";
import { workerFlags } from "#output";
import type { BrokenLink, Backpressure, LinkBatch, Links, PageTexts } from "#render";
import { LinkBatches } from "#render";
import type { SearchEntry, SearchFile } from "#pages";

/** How many characters are sent to the thread at once, and how many batches may be waiting. Waiting batches take memory. */
const BATCH = 1 << 18;
const BATCHES = 4;

/** The thread's memory for new objects, in megabytes. More of it would take more memory and save no time. */
const YOUNG = 6;

/** A request to the thread. */
export type LinkRequest = LinkBatch | "search files" | "broken links";

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (failure: Error) => void;
}

/** Verifies links in a separate thread, while pages are made in this one. An error in the thread is thrown by the next call. */
export class ThreadedLinks implements Links {
  readonly #worker: Worker;
  readonly #told = new LinkBatches();
  /** The requests without an answer yet, in order. */
  readonly #waiting: Waiting[] = [];
  readonly #underWay: Promise<unknown>[] = [];
  #failure: Error | undefined;

  /** @param file the program of the thread; tests use another one */
  constructor(file = join(packageRoot(), "dist", "link-worker.js")) {
    this.#worker = new Worker(file, { ...workerFlags(), resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
    this.#worker.on("message", (answer: unknown) => this.#waiting.shift()?.resolve(answer));
    this.#worker.on("error", (failure) => this.#fail(failure));
    this.#worker.on("exit", () => this.#fail(new Error("The thread that verifies links has ended.")));
  }

  addFile(path: string): void {
    this.#told.addFile(path);
  }

  addPage(path: string, page: PageTexts): Backpressure {
    this.#told.addPage(path, page);
    return this.#told.characters < BATCH ? undefined : this.#hand();
  }

  addEntry(entry: SearchEntry): Backpressure {
    this.#told.addEntry(entry);
    return this.#told.characters < BATCH ? undefined : this.#hand();
  }

  searchFiles(): Promise<readonly SearchFile[]> {
    return this.#ask("search files") as Promise<readonly SearchFile[]>;
  }

  broken(): Promise<readonly BrokenLink[]> {
    return this.#ask("broken links") as Promise<readonly BrokenLink[]>;
  }

  /** Ends the thread at once. */
  stop(): void {
    this.#worker.removeAllListeners("exit");
    void this.#worker.terminate();
  }

  #hand(): Backpressure {
    this.#underWay.push(this.#send(this.#told.take()));
    return this.#underWay.length > BATCHES ? this.#underWay.shift() : undefined;
  }

  #ask(question: LinkRequest): Promise<unknown> {
    void this.#send(this.#told.take());
    return this.#send(question);
  }

  #send(request: LinkRequest): Promise<unknown> {
    const answered = new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    // The caller may not await the answer yet, and an unhandled rejection would end the process.
    answered.catch(() => undefined);
    if (this.#failure) this.#fail(this.#failure);
    else this.#worker.postMessage(request);
    return answered;
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
