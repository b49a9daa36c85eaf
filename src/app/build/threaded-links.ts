import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "#config";
import type { BrokenLink, Backpressure, LinkBatch, Links, PageTexts } from "#render";
import { LinkBatches } from "#render";
import type { SearchEntry, SearchFile } from "#pages";

/** How many characters go to the thread at once, and how many batches of such may be on their way: what waits takes memory. */
const BATCH = 1 << 18;
const BATCHES = 4;

/** Megabytes for what the thread has just made: with more of them it takes more memory and no less time. */
const YOUNG = 6;

/** What the thread is sent. */
export type LinkRequest = LinkBatch | "search files" | "broken links";

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (failure: Error) => void;
}

/** Verifies links in a thread of its own, while pages are made here. What fails there is thrown by what is told or asked next. */
export class ThreadedLinks implements Links {
  readonly #worker: Worker;
  readonly #told = new LinkBatches();
  /** By what was sent and is not answered, in its order. */
  readonly #waiting: Waiting[] = [];
  readonly #underWay: Promise<unknown>[] = [];
  #failure: Error | undefined;

  /** `file` is what the thread runs, another one for tests. */
  constructor(file = join(packageRoot(), "dist", "link-worker.js")) {
    this.#worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
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

  /** Ends the thread, whatever it is at. */
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
    // Whoever is to hear of a failure may not wait yet.
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
