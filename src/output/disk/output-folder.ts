import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Disk } from "./disk.ts";
import { errnoOf, OutputFailure } from "./output-failure.ts";
import { readRecord } from "./record.ts";

/** What a run reads, and where it was started: an output folder must not hold any of it. */
export interface Surroundings {
  /** The working folder, absolute. */
  readonly cwd: string;
  /** Absolute paths of the documents, settings, theme and templates. */
  readonly inputs: readonly string[];
}

const refused = (path: string, why: string): OutputFailure =>
  new OutputFailure("refused", `The output folder ${JSON.stringify(path)} ${why}.`);

/** Whether a folder is the path itself or one above it. */
function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The real path of what exists of a path, the rest as written. */
function realOf(disk: Disk, path: string): string {
  try {
    return disk.realPath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") || parent === path) throw error;
    return join(realOf(disk, parent), basename(path));
  }
}

/** The user's home, or `undefined` where the system knows of none. */
function home(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function refuseDangers(disk: Disk, path: string, { cwd, inputs }: Surroundings): void {
  const real = realOf(disk, path);
  if (dirname(real) === real) throw refused(path, "is the root of the file system");
  const own = home();
  if (own && holds(real, realOf(disk, own))) throw refused(path, "is your home folder, or holds it");
  if (holds(real, realOf(disk, cwd))) throw refused(path, "is the working folder, or holds it");
  const inside = inputs.find((input) => holds(real, realOf(disk, input)));
  if (inside !== undefined) throw refused(path, `holds what the site is made from, ${JSON.stringify(inside)}`);
}

/** A link, in the path or at its end, must not lead out of the folder that the path seems to stay in. */
function refuseWayOut(disk: Disk, path: string, cwd: string): void {
  const real = realOf(disk, path);
  if (holds(cwd, path) && !holds(realOf(disk, cwd), real)) throw refused(path, `is a link that leads out of the project, to ${real}`);
  if (disk.kindOf(path) === "link" && !holds(realOf(disk, dirname(path)), real)) throw refused(path, `is a link to ${real}`);
}

function refuseForeign(disk: Disk, path: string, real: string): void {
  const kind = disk.kindOf(real);
  if (kind === undefined) return;
  if (kind === "link") throw refused(path, "is a link that leads nowhere");
  if (kind !== "folder") throw refused(path, "is a file");
  if (disk.list(real).length > 0 && !readRecord(disk, real)) {
    throw refused(path, "is not empty, and was not written by msgdocs: name a new or an empty folder");
  }
}

/**
 * The real path of an output folder that is safe to write: missing, empty, or written by us. Throws an {@link OutputFailure}
 * that says why it is not. Nothing is changed.
 */
export function outputFolder(disk: Disk, output: string, surroundings: Surroundings): string {
  if (output === "" || output.includes("\0")) throw refused(output, "has no usable name");
  const path = resolve(surroundings.cwd, output);
  // Settings and flags may have made it absolute by then.
  if (/^~([\\/]|$)/.test(relative(surroundings.cwd, path))) {
    throw refused(output, "is not expanded by this shell, and names your home folder");
  }
  refuseDangers(disk, path, surroundings);
  refuseWayOut(disk, path, surroundings.cwd);
  const real = realOf(disk, path);
  refuseForeign(disk, path, real);
  return real;
}
