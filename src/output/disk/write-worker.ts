/**
 * The program of a thread that writes files. It receives chunks of shared memory with the contents of several files, and answers each
 * with `undefined` or a failure. Finally it may receive the order to remove the previous site.
 */
import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { nodeDisk } from "./disk.ts";
import { removeOwn } from "./own-files.ts";
import type { Chunk, WriteFailure, FileRange, Removal, WriterData } from "./writers.ts";

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

function write(file: FileRange, bytes: Uint8Array): WriteFailure | undefined {
  try {
    unlessStopped(() => writeFileSync(file[0], bytes.subarray(file[1], file[2])));
  } catch (error) {
    failed = true;
    const { code = "", message } = error as NodeJS.ErrnoException;
    return { code, message, path: file[0] };
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
    for (const file of sent.files) if (!failed) failure = write(file, bytes);
  }
  parentPort?.postMessage(failure);
});
