import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { endJournal, readJournal } from "./journal.ts";
import type { Neighbours } from "./neighbours.ts";
import { OutputFailure } from "./output-failure.ts";
import { isUnfinished, readRecord } from "./record.ts";
import { moveForeign } from "./swap.ts";
import { oursOf, removeAll, removeOurs } from "./tree.ts";

const inTheWay = (path: string): OutputFailure =>
  new OutputFailure("refused", `${JSON.stringify(path)} is in the way, and is not ours to remove.`);

/** Removes what is left of a staging folder. Until it is finished there is nothing of others in it. */
function removeStaged(disk: Disk, { staged }: Neighbours): void {
  if (disk.kindOf(staged) === undefined) return;
  if (disk.kindOf(staged) !== "folder") throw inTheWay(staged);
  if (isUnfinished(disk, staged) || disk.list(staged).length === 0) return removeAll(disk, staged);
  const written = readRecord(disk, staged);
  if (!written) throw inTheWay(staged);
  removeOurs(disk, staged, oursOf(written));
}

/** After a swap was cut short between its renames: what was carried over goes back, and the earlier site is put back whole. */
function restore(disk: Disk, at: Neighbours): void {
  const staged = disk.kindOf(at.staged) === "folder" ? readRecord(disk, at.staged) : undefined;
  const earlier = readRecord(disk, at.earlier);
  if (staged) moveForeign(disk, { from: at.staged, to: at.earlier, ours: oursOf(staged, earlier) });
  disk.move(at.earlier, at.target);
}

/** After a swap that was cut short before its cleaning up: the earlier site goes. What others put there since joins the new one. */
function dropEarlier(disk: Disk, at: Neighbours): void {
  const ours = oursOf(readRecord(disk, at.earlier) ?? new Set(), readRecord(disk, at.target));
  const [stuck] = moveForeign(disk, { from: at.earlier, to: at.target, ours });
  if (stuck !== undefined) throw inTheWay(join(at.earlier, stuck));
  removeOurs(disk, at.earlier, ours);
}

/**
 * Brings back order after a run that was killed: the folder then holds the old site or the new one, and nothing of the run stands beside
 * it. Only folders that the journal names are looked at.
 */
export function recover(disk: Disk, target: string): void {
  const at = readJournal(disk, target);
  if (at && disk.kindOf(at.earlier) === "folder") {
    if (disk.kindOf(target) === undefined) restore(disk, at);
    else dropEarlier(disk, at);
  }
  if (at) removeStaged(disk, at);
  endJournal(disk, target);
}
