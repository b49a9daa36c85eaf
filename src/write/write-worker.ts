/**
 * What a thread that writes files runs. It is sent chunks of shared memory that hold the contents of files one after another, and
 * answers each with nothing, or with what failed.
 */
import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { Chunk, Failure, Placed, WriterData } from "./writers.ts";

const { state, chunks } = workerData as WriterData;
const [STOPPED, BUSY] = [0, 1];

let failed = false;

/** Writes a file unless it is not to be any more. Whoever says so waits while this is busy, so nothing is written after that. */
function write([path, start, end]: Placed, bytes: Uint8Array): Failure | undefined {
  Atomics.store(state, BUSY, 1);
  try {
    if (Atomics.load(state, STOPPED) === 0) writeFileSync(path, bytes.subarray(start, end));
  } catch (error) {
    failed = true;
    const { code = "", message } = error as NodeJS.ErrnoException;
    return { code, message, path };
  } finally {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY);
  }
  return undefined;
}

parentPort?.on("message", ({ chunk, files }: Chunk) => {
  const bytes = chunks[chunk] ?? new Uint8Array();
  let failure: Failure | undefined;
  for (const file of files) if (!failed) failure = write(file, bytes);
  parentPort?.postMessage(failure);
});
