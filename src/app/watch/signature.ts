import type { BigIntStats, Dirent } from "node:fs";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What is the same as long as a file was not saved: identity, size and times, links followed. What is not there has one too. */
export type Signature = string;

/** A file that is there and empty, or not there: saves pass through both. */
export const isBlank = (signature: Signature): boolean => signature === "absent" || signature.startsWith("empty ");

export const isThere = (signature: Signature): boolean => signature !== "absent";

function told({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Signature {
  return `${size === 0n ? "empty " : ""}${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

export function signatureOf(path: string): Signature {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? told(stats) : "no file";
  } catch {
    // Whatever the reason, there is nothing to read.
    return "absent";
  }
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** Theme folders deeper or larger than this are no theme folders. */
const MOST = 5000;

/** The signatures of all files below a folder by their paths, hidden ones and links to folders left out, as themes are read. */
export function signaturesBelow(folder: string): Map<string, Signature> {
  const found = new Map<string, Signature>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined && found.size < MOST; next = open.pop()) {
    const entries = entriesOf(next);
    if (!entries) found.set(next, "absent");
    for (const entry of entries ?? []) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile() && !entry.name.startsWith(".")) found.set(path, signatureOf(path));
    }
  }
  return found;
}

/** When a file, or the folder that it is missing from, was last touched, in milliseconds of the epoch; 0 where neither can be told. */
export function touchedAt(path: string, folder: string): number {
  for (const each of [path, folder]) {
    try {
      const { ctimeMs, mtimeMs } = statSync(each);
      return Math.max(ctimeMs, mtimeMs);
    } catch {
      // Then the folder says it.
    }
  }
  return 0;
}
