import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { leadsOut } from "#text";
import type { Disk } from "./disk.ts";
import { errnoOf, OutputFailure } from "./disk.ts";
import { readRecord } from "./own-files.ts";

/** The paths that a run reads. An output folder must not contain any of them. */
export interface RunPaths {
  /** The working folder, absolute. */
  readonly cwd: string;
  /** Absolute paths of the documents, settings, theme and templates. */
  readonly inputs: readonly string[];
}

const refusal = (path: string, why: string, step = "Name a folder of its own, such as -o site."): OutputFailure =>
  new OutputFailure("refused", `The output folder ${JSON.stringify(path)} ${why}. ${step}`);

/** Whether a folder is a path or contains it. */
function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A path with the links in its existing part followed. */
function realOf(disk: Disk, path: string): string {
  try {
    return disk.realPath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") || parent === path) throw error;
    return join(realOf(disk, parent), basename(path));
  }
}

/** The home folder of the user, or `undefined` if there is none. */
function home(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function refuseDangers(disk: Disk, path: string, { cwd, inputs }: RunPaths): void {
  const real = realOf(disk, path);
  if (dirname(real) === real) throw refusal(path, "is the root of the file system");
  const own = home();
  if (own && contains(real, realOf(disk, own))) throw refusal(path, "is your home folder, or holds it");
  if (contains(real, realOf(disk, cwd))) throw refusal(path, "is the working folder, or holds it");
  const inside = inputs.find((input) => contains(real, realOf(disk, input)));
  if (inside !== undefined) throw refusal(path, `holds what the site is made from, ${JSON.stringify(inside)}`);
}

/** Throws if a link in the path leads out of the folder that the path seems to be in, out of the repository, or to something hidden. */
function refuseWayOut(disk: Disk, path: string, cwd: string): void {
  const real = realOf(disk, path);
  if (contains(cwd, path) && !contains(realOf(disk, cwd), real)) throw refusal(path, `is a link that leads out of the project, to ${real}`);
  if (disk.kindOf(path) === "link" && !contains(realOf(disk, dirname(path)), real)) throw refusal(path, `is a link to ${real}`);
  if (leadsOut(path, cwd, real) !== undefined) throw refusal(path, `leads through a link to ${real}`);
}

function refuseForeign(disk: Disk, path: string, real: string): void {
  const kind = disk.kindOf(real);
  if (kind === undefined) return;
  if (kind === "link") throw refusal(path, "is a link that leads nowhere", "Remove it, or name another folder.");
  if (kind !== "folder") throw refusal(path, "is a file", "Name a new or an empty folder.");
  if (disk.list(real).length > 0 && !readRecord(disk, real)) {
    throw refusal(path, "is not empty, and was not written by msgdocs", "Name a new or an empty folder.");
  }
}

/**
 * The real path of an output folder that is safe to write: missing, empty, or written by msgdocs. Otherwise it throws an
 * {@link OutputFailure}. It changes nothing.
 */
export function outputFolder(disk: Disk, output: string, surroundings: RunPaths): string {
  if (output === "" || output.includes("\0")) throw refusal(output, "has no usable name");
  const path = resolve(surroundings.cwd, output);
  // Settings and flags may already have made it absolute.
  if (/^~([\\/]|$)/.test(relative(surroundings.cwd, path))) {
    throw refusal(output, "is not expanded by this shell, and names your home folder");
  }
  refuseDangers(disk, path, surroundings);
  refuseWayOut(disk, path, surroundings.cwd);
  const real = realOf(disk, path);
  refuseForeign(disk, path, real);
  return real;
}
