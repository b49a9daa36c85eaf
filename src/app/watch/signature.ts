import type { BigIntStats } from "node:fs";
import { statSync } from "node:fs";
import { join } from "node:path";
import { themeFiles } from "#config";

/** A text that changes when a file is saved: its identity, size and times, after following links. A missing file has a signature too. */
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

/** The signatures of the files of a theme, by path; of a folder that cannot be read, its own. */
export function signaturesBelow(folder: string): Map<string, Signature> {
  try {
    return new Map(themeFiles(folder).map((path) => [join(folder, path), signatureOf(join(folder, path))]));
  } catch {
    return new Map([[folder, "absent"]]);
  }
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
