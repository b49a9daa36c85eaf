/**
 * What a thread that writes files runs. It is sent chunks of shared memory that hold the contents of files one after another. It answers each with nothing, or with what failed. Last it may be told to remove an earlier site.
 */
import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { nodeDisk } from "./disk.ts";
import { removeOurs } from "./tree.ts";
import type { Chunk, Failure, Placed, Removal, WriterData } from "./writers.ts";

const { state, chunks } = workerData as WriterData;
const [STOPPED, BUSY] = [0, 1];

let failed = false;

/** Does something unless nothing is to be done any more. Whoever says so waits while this is busy, so nothing is done after that. */
function unlessStopped(work: () => void): void {
  Atomics.store(state, BUSY, 1);
  try {
    if (Atomics.load(state, STOPPED) === 0) work();
  } finally {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY);
  }
}

function write(file: Placed, bytes: Uint8Array): Failure | undefined {
  try {
    unlessStopped(() => writeFileSync(file[0], bytes.subarray(file[1], file[2])));
  } catch (error) {
    failed = true;
    const { code = "", message } = error as NodeJS.ErrnoException;
    return { code, message, path: file[0] };
  }
  return undefined;
}

/** What is left of it is removed by the next run. */
function remove({ folder, ours }: Removal): void {
  const disk = {
    ...nodeDisk,
    removeFile: (path: string) => unlessStopped(() => nodeDisk.removeFile(path)),
    removeFolder: (path: string) => unlessStopped(() => nodeDisk.removeFolder(path)),
  };
  try {
    removeOurs(disk, folder, ours);
  } catch {
    // As said.
  }
}

parentPort?.on("message", (sent: Chunk | Removal) => {
  let failure: Failure | undefined;
  if ("ours" in sent) remove(sent);
  else {
    const bytes = chunks[sent.chunk] ?? new Uint8Array();
    for (const file of sent.files) if (!failed) failure = write(file, bytes);
  }
  parentPort?.postMessage(failure);
});
