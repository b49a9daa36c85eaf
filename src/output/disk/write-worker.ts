/**
 * The program of a thread that writes files. It receives several files at once, and answers with `undefined` or a failure. Finally it
 * may receive the order to remove the previous site.
 */
import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { nodeDisk, OutputFailure, readCopy, removeOwn } from "./disk.ts";
import type { Batch, WriteFailure, Removal } from "./writers.ts";

const state = workerData as Int32Array;
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

function write([path, contents]: Batch[number]): WriteFailure | undefined {
  if (failed) return undefined;
  try {
    const bytes = "path" in contents ? readCopy(contents) : contents;
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

parentPort?.on("message", (order: Batch | Removal) => {
  let failure: WriteFailure | undefined;
  if ("ours" in order) remove(order);
  else for (const file of order) failure ??= write(file);
  parentPort?.postMessage(failure);
});
