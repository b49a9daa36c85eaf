import { randomBytes } from "node:crypto";
import type { Disk } from "./disk.ts";
import type { Neighbours } from "./neighbours.ts";
import { neighboursOf } from "./neighbours.ts";
import { OutputFailure } from "./output-failure.ts";

/**
 * While a site is written, a file beside it names the folders that the run uses. Their names hold random digits, so nothing that was put
 * there before is taken for them. Whether a run that was killed wrote the journal is told by its mode: it is read-only, and no checkout of a
 * repository makes such a file.
 */
export function beginJournal(disk: Disk, target: string): Neighbours {
  const id = randomBytes(8).toString("hex");
  const at = neighboursOf(target, id);
  disk.createFile(at.journal, id, "read-only");
  return at;
}

/** The folders of the run that wrote the journal; `undefined` where there is none, or it was cut short before anything else was made. */
export function readJournal(disk: Disk, target: string): Neighbours | undefined {
  const { journal } = neighboursOf(target, "");
  const kind = disk.kindOf(journal);
  if (kind === undefined) return undefined;
  if (kind !== "file" || !disk.isReadOnly(journal)) {
    throw new OutputFailure("refused", `${JSON.stringify(journal)} is in the way, and was not written by msgdocs: remove it.`);
  }
  const id = disk.readFile(journal);
  return /^[0-9a-f]{16}$/.test(id) ? neighboursOf(target, id) : undefined;
}

/** Ends the journal, when none of the folders that it names is left. */
export function endJournal(disk: Disk, target: string): void {
  const { journal } = neighboursOf(target, "");
  if (disk.kindOf(journal) !== undefined) disk.removeFile(journal);
}
