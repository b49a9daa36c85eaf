import type { BigIntStats, Dirent } from "node:fs";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A text that is the same as long as a file was not saved: identity, size and times, after following links. A missing file has one too. */
export type Signature = string;

/** Whether a file is empty or missing. Files are so for a moment during a save. */
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
    // Whatever the reason, it cannot be read.
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

/** The most files in a theme folder. A larger folder is not one. */
const MOST = 5000;

/** The signatures of all files below a folder, by path. Hidden files and links to folders are left out, as when a theme is read. */
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

/** When a file was last modified, or the folder if the file is missing, in milliseconds since the epoch; 0 if unknown. */
export function touchedAt(path: string, folder: string): number {
  for (const each of [path, folder]) {
    try {
      const { ctimeMs, mtimeMs } = statSync(each);
      return Math.max(ctimeMs, mtimeMs);
    } catch {
      // The file is missing, so the folder is used.
    }
  }
  return 0;
}
