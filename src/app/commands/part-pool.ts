import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Flags } from "#config";
import { packageRoot } from "#config";
import type { PartRecord } from "./cached-part.ts";
import type { PartDocument } from "./make-part.ts";
import type { SentError } from "./part-fault.ts";
import { receivedError } from "./part-fault.ts";

/** What a process is told before it makes parts. */
export interface WorkerStart {
  readonly flags: Flags;
  readonly cwd: string;
  readonly version: string;
  /** The folder of the cache that parts go into. */
  readonly cache: string;
  /** Whether visitors are counted: not in a preview, whatever the settings say. */
  readonly analytics: boolean;
}

export type WorkerMessage = { readonly start: WorkerStart } | { readonly document: PartDocument };

export type WorkerAnswer = { readonly record: PartRecord } | { readonly error: SentError };

/** What is told of each document: what was made, or how its process ended. */
export interface PoolListener {
  readonly made: (document: PartDocument, record: PartRecord) => Promise<void>;
  readonly died: (document: PartDocument, how: string) => Promise<void>;
}

/** Makes parts in processes, one a core: what a document takes of memory is given back, and one that breaks its process breaks no other. */
export class PartPool {
  readonly #start: WorkerStart;
  readonly #count: number;
  readonly #children = new Set<ChildProcess>();

  constructor(start: WorkerStart, count = availableParallelism()) {
    this.#start = start;
    this.#count = count;
  }

  /** Makes all parts, and tells of each. A process that ends is replaced, and the document that it was at is not tried again. */
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
      // It may have ended since it last answered.
      if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode);
      else child.send({ document } satisfies WorkerMessage);
    });
  }
}
