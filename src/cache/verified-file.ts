import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Larger files are in no cache of ours; bytes. */
const LARGEST = 256 * 1024 * 1024;

export const sha256 = (contents: string | Uint8Array): string => hash("sha256", contents, "hex");

/** What a regular file holds, links not followed; `undefined` where there is none or it is too large. Never throws. */
export function readRegular(path: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    // A link or a pipe in a cache is not of our making; without waiting, or a pipe would hold us.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= LARGEST ? readFileSync(descriptor) : undefined;
  } catch {
    // Whatever the reason: it is not in the cache.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether a file holds what its hash says. */
export function holds(path: string, wanted: string): boolean {
  const contents = readRegular(path);
  return contents !== undefined && sha256(contents) === wanted;
}
