import { join } from "node:path";
import type { Disk } from "./disk.ts";

/**
 * The file inside a site that remembers what we wrote, and with it what may be removed at the next build. It starts with a dot,
 * so that most hosts do not serve it; the served `manifest.json` is never trusted for this.
 */
export const RECORD = ".msgdocs.json";

/** Stands in a staging folder while it is written: all in it is ours, whatever the record says. */
const UNFINISHED = ".msgdocs-unfinished";

/** Site paths of the files that we wrote, the record itself left out. */
export type Written = ReadonlySet<string>;

/** Whether a site path stays inside the site on every system: relative, `/`-separated, no empty, dot or drive parts. */
export function isSitePath(path: string): boolean {
  return !/[\\:\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

/** What a folder's record says was written there; `undefined` where there is no record, or it is not one of ours. */
export function readRecord(disk: Disk, folder: string): Written | undefined {
  const path = join(folder, RECORD);
  if (disk.kindOf(path) !== "file") return undefined;
  let record: unknown;
  try {
    record = JSON.parse(disk.readFile(path));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof record !== "object" || record === null || !("generator" in record) || record.generator !== "msgdocs") return undefined;
  const files: unknown = "files" in record ? record.files : undefined;
  if (!Array.isArray(files)) return undefined;
  return new Set(files.filter((path): path is string => typeof path === "string" && isSitePath(path)));
}

/** Marks a new staging folder, before the first file: whatever kills the run, the folder is known to be ours. */
export function beginRecord(disk: Disk, folder: string): void {
  disk.writeFile(join(folder, UNFINISHED), "");
}

/** Remembers what was written, and only then takes the mark away. */
export function finishRecord(disk: Disk, folder: string, files: Iterable<string>): void {
  const text = JSON.stringify({ generator: "msgdocs", files: [...files].sort() }, undefined, 1);
  disk.writeFile(join(folder, RECORD), `${text}\n`);
  disk.removeFile(join(folder, UNFINISHED));
}

export function isUnfinished(disk: Disk, folder: string): boolean {
  return disk.kindOf(join(folder, UNFINISHED)) === "file";
}
