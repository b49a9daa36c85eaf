import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Flags } from "#config";
import { packageRoot } from "#config";
import type { PartRecord } from "./cached-part.ts";
import type { PartDocument } from "./make-part.ts";

/** What a process is told before it makes parts. */
export interface WorkerStart {
  readonly flags: Flags;
  readonly cwd: string;
  readonly version: string;
  /** The folder of the cache that parts go into. */
  readonly cache: string;
}

export type WorkerMessage = { readonly start: WorkerStart } | { readonly document: PartDocument };

export type WorkerAnswer =
  | { readonly record: PartRecord }
  | { readonly error: { readonly message: string; readonly stack?: string | undefined; readonly code?: string | undefined } };

/** Makes parts in processes, one a core: what a document takes of memory is given back, and one that breaks its process breaks no other. */
export class PartPool {
  readonly #start: WorkerStart;
  readonly #count: number;
  readonly #children = new Set<ChildProcess>();

  constructor(start: WorkerStart, count = availableParallelism()) {
    this.#start = start;
    this.#count = count;
  }

  /** Makes all parts, and tells of each that is made. */
  async make(documents: readonly PartDocument[], made: (document: PartDocument, record: PartRecord) => Promise<void>): Promise<void> {
    const waiting = [...documents].reverse();
    const work = async (): Promise<void> => {
      const child = this.#fork();
      try {
        for (let next = waiting.pop(); next; next = waiting.pop()) await made(next, await this.#ask(child, next));
      } finally {
        this.#children.delete(child);
        child.kill();
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#count, waiting.length) }, work));
  }

  /** Ends all processes, whatever they are at. */
  stop(): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }

  #fork(): ChildProcess {
    const child = fork(join(packageRoot(), "dist", "part-worker.js"), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      cwd: this.#start.cwd,
    });
    this.#children.add(child);
    child.on("error", () => undefined);
    child.send({ start: this.#start } satisfies WorkerMessage);
    return child;
  }

  #ask(child: ChildProcess, document: PartDocument): Promise<PartRecord> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void =>
        reject(new Error(`The process that makes the part of ${document.path} ended (${code ?? "killed"}).`));
      child.once("exit", ended);
      child.once("message", (answer: WorkerAnswer) => {
        child.off("exit", ended);
        if ("record" in answer) resolve(answer.record);
        else reject(Object.assign(new Error(answer.error.message), answer.error));
      });
      child.send({ document } satisfies WorkerMessage);
    });
  }
}
