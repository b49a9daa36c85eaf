import { dirname, sep } from "node:path";
import { expandPaths, globFolder } from "#text";
import type { Signature } from "./signature.ts";
import { signatureOf, signaturesBelow, touchedAt } from "./signature.ts";

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
