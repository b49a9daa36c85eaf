/**
 * What a thread runs that looks after a cache: it says which objects of the site that was used last are as their hashes say, and removes
 * what the last runs did not use.
 */
import { parentPort, workerData } from "node:worker_threads";
import { newestSite } from "./newest-site.ts";
import { objectPath, objectsOf, prune } from "./prune.ts";
import { sizeWhereHolds } from "./verified-file.ts";

const folder = workerData as string;
const newest = newestSite(folder);
const sizes = new Map<string, number>();
for (const hash of newest ? objectsOf(newest.entry) : []) {
  const size = sizes.has(hash) ? undefined : sizeWhereHolds(objectPath(folder, hash), hash);
  if (size !== undefined) sizes.set(hash, size);
}
parentPort?.postMessage([...sizes.keys()]);
prune(folder, sizes);
