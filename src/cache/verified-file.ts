import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** Larger files are in no cache of ours; bytes. */
const LARGEST = 256 * 1024 * 1024;

export const sha256 = (contents: string | Uint8Array): string => hash("sha256", contents, "hex");

/** Does something with an open regular file of a cache and its size; `undefined` where there is none or it is too large. Never throws. */
function withRegular<T>(path: string, use: (descriptor: number, size: number) => T): T | undefined {
  let descriptor: number | undefined;
  try {
    // A link or a pipe in a cache is not of our making; without waiting, or a pipe would hold us.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= LARGEST ? use(descriptor, stats.size) : undefined;
  } catch {
    // Whatever the reason: it is not in the cache.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What a regular file holds, links not followed; `undefined` where there is none or it is too large. Never throws. */
export function readRegular(path: string): Buffer | undefined {
  return withRegular(path, (descriptor) => readFileSync(descriptor));
}

/** Larger files are read into memory of their own; bytes. */
const room = Buffer.allocUnsafeSlow(1 << 19);

/** How many bytes a file has that holds what its hash says; `undefined` of any other. Never throws. */
export function sizeWhereHolds(path: string, wanted: string): number | undefined {
  return withRegular(path, (descriptor, size) => {
    // One byte more than it should have, or a longer file would be taken for a good one. Some disks give less at once than there is.
    const count = size < room.length ? readSync(descriptor, room, 0, size + 1, 0) : 0;
    const read = count > 0 && count === size ? room.subarray(0, count) : readFileSync(descriptor);
    return sha256(read) === wanted ? size : undefined;
  });
}

/** Whether a file holds what its hash says. */
export function holds(path: string, wanted: string): boolean {
  return sizeWhereHolds(path, wanted) !== undefined;
}
