import { dirname, sep } from "node:path";
import type { Signature } from "./signature.ts";
import { signatureOf, signaturesBelow, touchedAt } from "./signature.ts";

/** What a build depends on: files, missing ones too, and folders with all that is below them. Absolute paths. */
export interface Dependencies {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** What all inputs were at one moment. */
export type Snapshot = ReadonlyMap<string, Signature>;

/** Times of files are kept in ticks of the system's clock; milliseconds. */
const TICK = 20;

/**
 * What a site is made from, as the file system has it. Events of the file system are only a reason to look here: what counts as
 * changed is decided by comparing, so that no save is missed, however it was done.
 */
export class Inputs {
  #files: ReadonlySet<string> = new Set();
  #folders: readonly string[] = [];

  includes(path: string): boolean {
    return this.#files.has(path) || this.#folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`));
  }

  snapshot(): Snapshot {
    const found = new Map<string, Signature>();
    for (const path of this.#files) found.set(path, signatureOf(path));
    for (const folder of this.#folders) for (const [path, signature] of signaturesBelow(folder)) found.set(path, signature);
    return found;
  }

  /**
   * Looks at other files from now on. Of those that were not looked at before, those are returned that were touched since `began`
   * (milliseconds of the epoch): nobody knows whether they were read before or after that.
   */
  follow({ files, folders }: Dependencies, began: number): string[] {
    const known = this.#files;
    this.#files = new Set(files);
    this.#folders = [...new Set(folders)];
    return [...this.#files].filter((path) => !known.has(path) && touchedAt(path, dirname(path)) >= began - TICK);
  }
}

/** The paths at which two snapshots differ, those that only one of them has too. */
export function difference(before: Snapshot, after: Snapshot): string[] {
  const changed: string[] = [];
  for (const [path, signature] of after) if (before.get(path) !== signature) changed.push(path);
  for (const path of before.keys()) if (!after.has(path)) changed.push(path);
  return changed;
}
