import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "./io.ts";

/** A path with its links followed, where it is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The file to write, which must be none of those that are read. */
export function freeFile(out: string, inputs: readonly string[]): string {
  const found = statSync(out, { throwIfNoEntry: false });
  const name = JSON.stringify(out);
  if (found && !found.isFile()) throw new UsageError(`${name} is not a file.`);
  if (!found && !statSync(dirname(out), { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder for ${name}.`);
  if (!inputs.includes(realPath(out))) return out;
  throw new UsageError(`${name} is one of the files that are read.`, "Name another file: -o FILE.");
}

/** Writes a file whole or not at all: beside its place first, then into it. */
export function replaceFile(path: string, text: string): void {
  const place = realPath(path);
  const beside = `${place}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
