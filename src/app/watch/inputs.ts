import { dirname, sep } from "node:path";
import { expandPaths, globFolder } from "#text";
import type { Signature } from "./signature.ts";
import { signatureOf, signaturesBelow, touchedAt } from "./signature.ts";

/** What a build depends on. Absolute paths. */
export interface Dependencies {
  /** Missing ones too. */
  readonly files: readonly string[];
  /** With all that is below them. */
  readonly folders: readonly string[];
  /** Which files they name counts, what these say does not. */
  readonly globs?: readonly string[];
  /** Folders that may be watched, with what is below them. Without it, any folder. */
  readonly roots?: readonly string[];
}

/** What all inputs were at one moment. */
export type InputSignatures = ReadonlyMap<string, Signature>;

/**
 * The files that a glob names, or what a file is that is named without one; a folder that is taken away meanwhile, or closed to us, is
 * another state.
 */
function namedBy(glob: string): Signature {
  try {
    const { paths } = expandPaths(glob);
    return paths.length === 1 && paths[0] === glob ? signatureOf(glob) : ["names", ...paths].join("\0");
  } catch {
    return "unreadable";
  }
}

/** Times of files are kept in ticks of the system's clock; milliseconds. */
const TICK = 20;

/**
 * What a site is made from, as the file system has it. Events of the file system are only a reason to look here: what counts as
 * changed is decided by comparing, so that no save is missed, however it was done.
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

  /** Looks at other files from now on. */
  follow({ files, folders, globs = [] }: Dependencies): void {
    this.#files = new Set(files);
    this.#folders = [...new Set(folders)];
    this.#globs = new Set(globs);
  }

  /**
   * Of what a snapshot has and the one before a build had not, what was touched since `began` (milliseconds of the epoch): nobody knows
   * whether that was before or after it was read. To be asked when the later snapshot is there, so that no save falls between the two.
   */
  uncertain(now: InputSignatures, before: InputSignatures, began: number): string[] {
    const folderOf = (path: string): string => (this.#globs.has(path) ? globFolder(path) : dirname(path));
    return [...now.keys()].filter((path) => !before.has(path) && touchedAt(path, folderOf(path)) >= began - TICK);
  }
}

/** The paths at which two snapshots differ, those that only one of them has too. */
export function difference(before: InputSignatures, after: InputSignatures): string[] {
  const changed: string[] = [];
  for (const [path, signature] of after) if (before.get(path) !== signature) changed.push(path);
  for (const path of before.keys()) if (!after.has(path)) changed.push(path);
  return changed;
}
