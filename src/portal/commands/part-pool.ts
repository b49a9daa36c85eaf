import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Flags } from "#config";
import { packageRoot } from "#config";
import { workerFlags } from "#output";
import type { PartDocument } from "#run";
import type { PartRecord } from "./cached-part.ts";
import type { SentError } from "./part-fault.ts";
import { receivedError } from "./part-fault.ts";

/** The data a process gets before it makes parts. */
export interface WorkerStart {
  readonly flags: Flags;
  readonly cwd: string;
  readonly version: string;
  /** The folder of the cache for the parts. */
  readonly cache: string;
  /** Whether pages count visits. A preview never does, whatever the settings say. */
  readonly analytics: boolean;
}

export type WorkerMessage = { readonly start: WorkerStart } | { readonly document: PartDocument };

export type WorkerAnswer = { readonly record: PartRecord } | { readonly error: SentError };

/** Receives the result for each document: the part, or how its process ended. */
export interface PoolListener {
  readonly made: (document: PartDocument, record: PartRecord) => Promise<void>;
  readonly died: (document: PartDocument, how: string) => Promise<void>;
}

/** Makes parts in processes, one for each core. Their memory is freed at the end, and a crash affects only one document. */
export class PartPool {
  readonly #start: WorkerStart;
  readonly #count: number;
  readonly #children = new Set<ChildProcess>();

  constructor(start: WorkerStart, count = availableParallelism()) {
    this.#start = start;
    this.#count = count;
  }

  /** Makes all parts, and reports each. A process that ends is replaced, but its document is not tried again. */
  async make(documents: readonly PartDocument[], { made, died }: PoolListener): Promise<void> {
    const waiting = [...documents].reverse();
    const work = async (): Promise<void> => {
      let child: ChildProcess | undefined;
      try {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          child ??= this.#fork();
          const answer = await this.#ask(child, next);
          if ("record" in answer) await made(next, answer.record);
          else {
            this.#children.delete(child);
            child = undefined;
            await died(next, answer.ended);
          }
        }
      } finally {
        if (child) this.#children.delete(child);
        child?.kill();
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#count, waiting.length) }, work));
  }

  /** Ends all processes at once. */
  stop(): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }

  #fork(): ChildProcess {
    const child = fork(join(packageRoot(), "dist", "part-worker.js"), {
      ...workerFlags(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      cwd: this.#start.cwd,
    });
    this.#children.add(child);
    child.on("error", () => undefined);
    child.send({ start: this.#start } satisfies WorkerMessage);
    return child;
  }

  #ask(child: ChildProcess, document: PartDocument): Promise<{ readonly record: PartRecord } | { readonly ended: string }> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null, signal: string | null): void => resolve({ ended: signal ?? `exit code ${code ?? "unknown"}` });
      const failed = (error: Error): void => ended(null, error.message);
      const told = (answer: WorkerAnswer): void => {
        child.off("exit", ended).off("error", failed);
        if ("record" in answer) resolve(answer);
        else reject(receivedError(answer.error));
      };
      child.once("exit", ended).once("error", failed).once("message", told);
      // It may have ended since its last answer.
      if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode);
      else child.send({ document } satisfies WorkerMessage);
    });
  }
}
