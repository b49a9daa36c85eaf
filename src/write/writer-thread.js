/**
 * What a thread that writes files runs (plain JavaScript, so that it is the same file from source and from the package). It is sent
 * chunks of shared memory that hold the contents of files one after another, and answers each with nothing, or with what failed.
 */
import { writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const { state, chunks } = workerData;
const [STOPPED, BUSY] = [0, 1];

let failed = false;

/** Writes a file unless it is not to be any more. Whoever says so waits while this is busy, so nothing is written after that. */
function write([path, start, end], bytes) {
  Atomics.store(state, BUSY, 1);
  try {
    if (Atomics.load(state, STOPPED) === 0) writeFileSync(path, bytes.subarray(start, end));
  } catch ({ code, message }) {
    failed = true;
    return { code, message, path };
  } finally {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY);
  }
  return undefined;
}

parentPort.on("message", ({ chunk, files }) => {
  let failure;
  for (const file of files) if (!failed) failure = write(file, chunks[chunk]);
  parentPort.postMessage(failure);
});
