/** What a thread runs that compares objects with their hashes: it says which are as they should be. */
import { parentPort, workerData } from "node:worker_threads";
import { holds } from "./verified-file.ts";

const objects = workerData as readonly (readonly [hash: string, path: string])[];
parentPort?.postMessage(objects.flatMap(([hash, path]) => (holds(path, hash) ? [hash] : [])));
