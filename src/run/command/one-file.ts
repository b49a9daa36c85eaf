/** Writes one file safely. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { diskFailure } from "#output";
import type { FolderHandle } from "#text";
import { leadsOut, notRegular, openFolder, patiently, realPathOf, statsOf } from "#text";
import { UsageError } from "./io.ts";

/**
 * Refuses a path from the repository that leads out of it or to something hidden by a link. A user who wants that can name the target
 * itself.
 */
export function refuseWayOut(path: string, cwd: string, found = realPathOf(path)): void {
  const real = leadsOut(path, cwd, found);
  if (real === undefined) return;
  throw new UsageError(
    `${JSON.stringify(path)} leads through a link to ${JSON.stringify(real)}.`,
    "Name that file itself, or remove the link.",
  );
}

/** The path to write to. Refuses files that are also read. */
export function freeFile(out: string, inputs: readonly string[], cwd: string): string {
  refuseWayOut(out, cwd);
  const found = statsOf(out);
  const name = JSON.stringify(out);
  if (found && !found.isFile())
    throw new UsageError(`${name} is not a file: ${notRegular(found).reason}.`, "Remove it, or name another file.");
  if (!found && !statsOf(dirname(out))?.isDirectory())
    throw new UsageError(`There is no folder for ${name}.`, "Make the folder first, or name another file.");
  if (!inputs.includes(realPathOf(out))) return out;
  throw new UsageError(`${name} is one of the files that are read.`, "Name another file.");
}

/** Keeps the permissions of an existing file. A new one gets those of the process. */
function keepMode(place: string, beside: string): void {
  const found = statsOf(place);
  if (found) chmodSync(beside, found.mode & 0o777);
}

/** Opens the folder that a path is in. It is judged when it is open: it may have been exchanged for a link since the path was. */
function openParent(path: string, name: string, cwd: string): FolderHandle {
  const folder = openFolder(dirname(realPathOf(path)));
  if ("problem" in folder)
    throw new UsageError(`The folder of ${JSON.stringify(path)} cannot be opened: ${folder.reason}.`, "Run it again.");
  try {
    refuseWayOut(path, cwd, join(folder.path, name));
    return folder;
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** Creates a folder and those above it. What a folder is created in is judged when it is open, as in {@link replaceFile}. */
export function makeFolder(path: string, cwd: string): void {
  if (statsOf(path)) return;
  makeFolder(dirname(path), cwd);
  const name = basename(path);
  const parent = openParent(path, name, cwd);
  try {
    mkdirSync(join(parent.held, name));
  } catch (error) {
    throw diskFailure(error instanceof Error ? Object.assign(error, { path }) : error, "make the folder");
  } finally {
    parent.close();
  }
}

/**
 * Writes a file completely or not at all: to a temporary file beside it, which then replaces it with the same permissions. Throws a
 * {@link UsageError} if {@link freeFile} refuses the path, and an {@link OutputFailure} if the disk does.
 */
export function replaceFile(path: string, text: string, cwd: string): void {
  freeFile(path, [], cwd);
  const name = basename(realPathOf(path));
  const folder = openParent(path, name, cwd);
  const place = join(folder.held, name);
  // The name is random, so that nobody can place a link there.
  const beside = `${place}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, text, { flag: "wx" });
    keepMode(place, beside);
    patiently(() => renameSync(beside, place));
  } catch (error) {
    rmSync(beside, { force: true });
    throw diskFailure(error instanceof Error ? Object.assign(error, { path }) : error, "write the file");
  } finally {
    folder.close();
  }
}
