import { dirname, sep, join } from "node:path";
import type { BigIntStats } from "node:fs";
import { statSync } from "node:fs";
import { themeFiles } from "#config";
import { expandPaths, globFolder } from "#text";

/** A text that changes when a file is saved: its identity, size and times, after following links. A missing file has a signature too. */
type Signature = string;

/** Whether a file is empty or missing. Files are so for a moment during a save. */
export const isBlank = (signature: Signature): boolean => signature === "absent" || signature.startsWith("empty ");

export const isThere = (signature: Signature): boolean => signature !== "absent";

function told({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Signature {
  return `${size === 0n ? "empty " : ""}${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function signatureOf(path: string): Signature {
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
function touchedAt(path: string, folder: string): number {
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

/** The absolute paths that a build depends on. */
export interface Dependencies {
  /** Files, including missing ones. */
  readonly files: readonly string[];
  /** Folders with everything below them. */
  readonly folders: readonly string[];
  /** Globs: only which files they match counts, not the content of these. */
  readonly globs?: readonly string[];
  /** The folders that may be watched, with everything below them. Without it, any folder may be. */
  readonly roots?: readonly string[];
}

/** The state of all inputs at one moment. */
export type InputSignatures = ReadonlyMap<string, Signature>;

/**
 * The state of a glob: the files that it matches, or the kind of file at a plain path. A folder that was removed meanwhile, or may not
 * be read, is another state.
 */
function namedBy(glob: string): Signature {
  try {
    const { paths } = expandPaths(glob);
    return paths.length === 1 && paths[0] === glob ? signatureOf(glob) : ["names", ...paths].join("\0");
  } catch {
    return "unreadable";
  }
}

/** The resolution of file timestamps in milliseconds. */
const TICK = 20;

/**
 * The state of everything that a site is made from, on disk. Events of the file system only give the reason to look here. Changes are
 * found by comparing states, so no save is missed, however it was made.
 */
export class Inputs {
  #files: ReadonlySet<string> = new Set();
  #folders: readonly string[] = [];
  #globs: ReadonlySet<string> = new Set();

  includes(path: string): boolean {
    if (this.#files.has(path) || this.#globs.has(path)) return true;
    return this.#folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`));
  }

  snapshot(): InputSignatures {
    const found = new Map([...this.#globs].map((glob) => [glob, namedBy(glob)]));
    for (const path of this.#files) found.set(path, signatureOf(path));
    for (const folder of this.#folders) for (const [path, signature] of signaturesBelow(folder)) found.set(path, signature);
    return found;
  }

  /** Changes the set of paths to look at. */
  follow({ files, folders, globs = [] }: Dependencies): void {
    this.#files = new Set(files);
    this.#folders = [...new Set(folders)];
    this.#globs = new Set(globs);
  }

  /**
   * The paths that are in a snapshot but not in the one before a build, and were modified since `began` (milliseconds since the epoch).
   * It is unknown whether they were read before or after that. Call it when the later snapshot exists, so that no save is missed in
   * between.
   */
  uncertain(now: InputSignatures, before: InputSignatures, began: number): string[] {
    const folderOf = (path: string): string => (this.#globs.has(path) ? globFolder(path) : dirname(path));
    return [...now.keys()].filter((path) => !before.has(path) && touchedAt(path, folderOf(path)) >= began - TICK);
  }
}

/** The paths at which two snapshots differ, including those in only one of them. */
export function difference(before: InputSignatures, after: InputSignatures): string[] {
  const changed: string[] = [];
  for (const [path, signature] of after) if (before.get(path) !== signature) changed.push(path);
  for (const path of before.keys()) if (!after.has(path)) changed.push(path);
  return changed;
}
