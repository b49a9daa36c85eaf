import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { withFile } from "#text";
import type { Disk } from "./disk.ts";
import { errnoOf, OutputFailure } from "./output-failure.ts";

/** Who holds an output folder. `started` tells a process from a later one of the same id, where the system says. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
}

/** When a process started, in the ticks of proc(5), field 22; empty where there is no such file. */
function startOf(pid: number): string {
  // Files of proc(5) say that they are empty.
  const bytes = withFile(`/proc/${pid}/stat`, {}, ({ read }) => read(4096));
  if ("problem" in bytes) return "";
  const stat = bytes.toString();
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

/** The locks that this process holds: one of ours on the disk that is not among them could not be removed at the time. */
const held = new Set<string>();

/** A holder on another machine may be alive for all that we know. */
function holds(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.pid === process.pid) return held.has(path);
  return isAlive(holder.pid) && holder.started === startOf(holder.pid);
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid === "number" && typeof host === "string" && typeof started === "string") return { pid, host, started };
  } catch {
    // Cut short by the death of its writer.
  }
  return undefined;
}

/** Reads a lock; one that is still empty gets a moment, for its holder may be about to write it. */
function readLock(disk: Disk, path: string): string {
  for (let tries = 0; ; tries += 1) {
    const text = disk.readFile(path);
    if (parse(text) || tries === 4) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

function heldBy(holder: Holder | undefined, path: string): OutputFailure {
  const who = holder ? `process ${holder.pid}${holder.host === hostname() ? "" : ` on ${holder.host}`}` : "another process";
  const hint = holder && holder.host !== hostname() ? ` If it is gone, remove ${JSON.stringify(path)}.` : "";
  return new OutputFailure("environment", `Another build is writing this folder: ${who} holds it.${hint}`);
}

/** Takes the lock of a dead run out of the way. Renamed first and read again, since another run may do the same right now. */
function clearStale(disk: Disk, path: string, text: string): void {
  const aside = `${path}-${randomUUID()}`;
  disk.move(path, aside);
  const moved = disk.readFile(aside);
  if (moved === text) return disk.removeFile(aside);
  disk.move(aside, path);
  throw heldBy(parse(moved), path);
}

/** Takes the lock of an output folder, that of a dead process included. Throws an {@link OutputFailure} that names a living holder. */
export function takeLock(disk: Disk, path: string): void {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) } satisfies Holder);
  for (let tries = 0; tries < 8; tries += 1) {
    try {
      disk.createFile(path, mine);
      held.add(path);
      return;
    } catch (error) {
      // The folder is what the user named, and what refuses.
      if (errnoOf(error) !== "EEXIST") throw error instanceof Error ? Object.assign(error, { path: dirname(path) }) : error;
    }
    try {
      const text = readLock(disk, path);
      const holder = parse(text);
      if (holder && holds(holder, path)) throw heldBy(holder, path);
      clearStale(disk, path, text);
    } catch (error) {
      // Gone between two of our steps: its holder has finished.
      if (errnoOf(error) !== "ENOENT") throw error;
    }
  }
  throw heldBy(undefined, path);
}

/** Gives a lock back. One that cannot be removed names a dead process soon, or one that does not hold it: it holds nobody up. */
export function dropLock(disk: Disk, path: string): void {
  held.delete(path);
  try {
    disk.removeFile(path);
  } catch {
    // See above.
  }
}
