import { randomUUID } from "node:crypto";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { diskFailure } from "#output";
import { leadsOut, notRegular, statsOf, realPathOf } from "#text";
import { UsageError } from "./io.ts";

/** Refuses a path that a link of the repository leads out of it, or to what is hidden. Whoever wants that names the file itself. */
export function refuseWayOut(path: string, cwd: string): void {
  const real = leadsOut(path, cwd);
  if (real === undefined) return;
  throw new UsageError(
    `${JSON.stringify(path)} leads through a link to ${JSON.stringify(real)}.`,
    "Name that file itself, or remove the link.",
  );
}

/** The file to write, which must be none of those that are read. */
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

/** The permissions of a file that is there; a new one gets those of the process. */
function keepMode(place: string, beside: string): void {
  const found = statsOf(place);
  if (found) chmodSync(beside, found.mode & 0o777);
}

/**
 * Writes a file whole or not at all: beside its place first, then into it, with the permissions that it had. Throws a
 * {@link UsageError} where {@link freeFile} refuses the path, and an {@link OutputFailure} where the disk is in the way.
 */
export function replaceFile(path: string, text: string, cwd: string): void {
  freeFile(path, [], cwd);
  const place = realPathOf(path);
  // Nobody can put a link there for us to write through.
  const beside = `${place}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, text, { flag: "wx" });
    keepMode(place, beside);
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw diskFailure(error instanceof Error ? Object.assign(error, { path }) : error, "write the file");
  }
}
