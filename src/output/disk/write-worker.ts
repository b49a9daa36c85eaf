/**
 * The program of a thread that writes files. It receives chunks of shared memory with the contents of several files, and answers each
 * with `undefined` or a failure. Finally it may receive the order to remove the previous site.
 */
import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { nodeDisk, OutputFailure, readCopy, removeOwn } from "./disk.ts";
import type { Chunk, WriteFailure, Removal, WriterData } from "./writers.ts";

const { state, chunks } = workerData as WriterData;
const [STOPPED, BUSY] = [0, 1];

let failed = false;

/** Runs an operation unless the thread is stopped. The main thread waits while the thread is busy, so nothing runs after a stop. */
function unlessStopped(work: () => void): void {
  Atomics.store(state, BUSY, 1);
  try {
    if (Atomics.load(state, STOPPED) === 0) work();
  } finally {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY);
  }
}

function write(path: string, contents: () => Uint8Array): WriteFailure | undefined {
  if (failed) return undefined;
  try {
    const bytes = contents();
    unlessStopped(() => writeFileSync(path, bytes));
  } catch (error) {
    failed = true;
    const { code = "", message } = error as NodeJS.ErrnoException;
    return { code, message, path, isRefused: error instanceof OutputFailure };
  }
  return undefined;
}

/** Removes a site. Failures are ignored: the next run removes the rest. */
function remove({ folder, ours }: Removal): void {
  const disk = {
    ...nodeDisk,
    removeFile: (path: string) => unlessStopped(() => nodeDisk.removeFile(path)),
    removeFolder: (path: string) => unlessStopped(() => nodeDisk.removeFolder(path)),
  };
  try {
    removeOwn(disk, folder, ours);
  } catch {
    // The next run removes the rest.
  }
}

parentPort?.on("message", (sent: Chunk | Removal) => {
  let failure: WriteFailure | undefined;
  if ("ours" in sent) remove(sent);
  else {
    const bytes = chunks[sent.chunk] ?? new Uint8Array();
    for (const [path, start, end] of sent.files) failure ??= write(path, () => bytes.subarray(start, end));
    for (const [path, copy] of sent.copies) failure ??= write(path, () => readCopy(copy));
  }
  parentPort?.postMessage(failure);
});
