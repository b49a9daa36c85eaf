import type { Disk } from "./disk.ts";
import { nodeDisk } from "./disk.ts";
import { dropLock, takeLock } from "./lock.ts";
import type { Neighbours } from "./neighbours.ts";
import { neighboursOf } from "./neighbours.ts";
import { diskFailure } from "./output-failure.ts";
import type { Surroundings } from "./output-folder.ts";
import { outputFolder } from "./output-folder.ts";
import { recover } from "./recover.ts";
import type { Files } from "./stage.ts";
import { stage } from "./stage.ts";
import { swap } from "./swap.ts";

/** An output folder that this run holds. */
export interface Output {
  /** Its real absolute path. */
  readonly folder: string;
  /** Stages the files and swaps them in whole. Returns how many; on a failure the earlier site stands. */
  write(files: Files): Promise<number>;
  /** Lets go of the folder and removes whatever is unfinished. Safe at any moment, and more than once. */
  close(): void;
}

/** After a failure or an interruption. What cannot be tidied up now is by the next run; the first failure is the one to tell. */
function tidy(disk: Disk, at: Neighbours): void {
  try {
    recover(disk, at);
  } catch {
    // The next run tries again.
  }
}

async function replace(disk: Disk, at: Neighbours, files: Files): Promise<number> {
  try {
    const written = await stage(disk, at.staged, files);
    swap(disk, at, written);
    return written.size;
  } catch (error) {
    tidy(disk, at);
    throw diskFailure(error, "write the site");
  }
}

export interface Opening extends Surroundings {
  /** As the user gave it: relative to the working folder, or absolute. */
  readonly output: string;
  /** The file operations, other ones for tests. */
  readonly disk?: Disk;
}

/**
 * Takes hold of an output folder: refuses a dangerous one, locks it, and restores what a killed run left behind.
 * Throws an {@link OutputFailure}, and then nothing was touched.
 */
export function openOutput({ output, disk = nodeDisk, ...surroundings }: Opening): Output {
  try {
    const at = neighboursOf(outputFolder(disk, output, surroundings));
    disk.makeFolder(at.parent);
    takeLock(disk, at.lock);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      tidy(disk, at);
      dropLock(disk, at.lock);
    };
    try {
      recover(disk, at);
    } catch (error) {
      close();
      throw error;
    }
    return { folder: at.target, write: (files) => replace(disk, at, files), close };
  } catch (error) {
    throw diskFailure(error, "use the output folder");
  }
}
