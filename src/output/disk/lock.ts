import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { withFile } from "#text";
import type { Disk } from "./disk.ts";
import { errnoOf, OutputFailure } from "./disk.ts";

/** The process that holds an output folder. `started` distinguishes it from a later process with the same id, on systems that tell. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
}

/** The start time of a process in ticks (proc(5), field 22); empty on systems without /proc. */
function startOf(pid: number): string {
  // Files in /proc have the size 0.
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

/** The locks that this process holds. Another lock of this process on disk is one that it could not remove. */
const ownLocks = new Set<string>();

/** Whether a lock is still held. A holder on another machine counts as alive. */
function isHeld(holder: LockHolder, path: string): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.pid === process.pid) return ownLocks.has(path);
  return isAlive(holder.pid) && holder.started === startOf(holder.pid);
}

/** The longest name of a host (RFC 1035), and the largest lock, in characters and bytes. Anybody may have put a lock there. */
const LONGEST_HOST = 253;
const LARGEST = 4096;

/** Whether a number is the id of a process. Lower ones stand for many processes. */
const isProcess = (pid: unknown): pid is number => Number.isSafeInteger(pid) && (pid as number) > 0;

function parse(text: string): LockHolder | undefined {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<LockHolder>;
    const isHost = typeof host === "string" && host.length <= LONGEST_HOST;
    if (isProcess(pid) && isHost && typeof started === "string") return { pid, host, started };
  } catch {
    // Its writer was killed while writing.
  }
  return undefined;
}

/** Reads a lock. If it is incomplete, waits a moment, because its holder may be writing it. */
function readLock(disk: Disk, path: string): string {
  for (let tries = 0; ; tries += 1) {
    const text = disk.readFile(path, LARGEST);
    if (parse(text) || tries === 4) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

function lockedFailure(holder: LockHolder | undefined, path: string): OutputFailure {
  const who = holder ? `process ${holder.pid}${holder.host === hostname() ? "" : ` on ${holder.host}`}` : "another process";
  const hint = holder && holder.host !== hostname() ? ` If it is gone, remove ${JSON.stringify(path)}.` : "";
  return new OutputFailure("environment", `Another build is writing this folder: ${who} holds it.${hint}`);
}

/** Removes the lock of a dead process. It is renamed and read again first, because another run may do the same now. */
function clearStale(disk: Disk, path: string, text: string): void {
  const aside = `${path}-${randomUUID()}`;
  disk.move(path, aside);
  const moved = disk.readFile(aside, LARGEST);
  if (moved === text) return disk.removeFile(aside);
  disk.move(aside, path);
  throw lockedFailure(parse(moved), path);
}

/** Locks an output folder; replaces the lock of a dead process. Throws an {@link OutputFailure} that names a living holder. */
export function takeLock(disk: Disk, path: string): void {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) } satisfies LockHolder);
  for (let tries = 0; tries < 8; tries += 1) {
    try {
      disk.createFile(path, mine);
      ownLocks.add(path);
      return;
    } catch (error) {
      // The error names the folder, because that is what the user gave.
      if (errnoOf(error) !== "EEXIST") throw error instanceof Error ? Object.assign(error, { path: dirname(path) }) : error;
    }
    try {
      const text = readLock(disk, path);
      const holder = parse(text);
      if (holder && isHeld(holder, path)) throw lockedFailure(holder, path);
      clearStale(disk, path, text);
    } catch (error) {
      // The lock disappeared between two steps: its holder has finished.
      if (errnoOf(error) !== "ENOENT") throw error;
    }
  }
  throw lockedFailure(undefined, path);
}

/** Releases a lock. If it cannot be removed, later runs see that this process does not hold it. */
export function dropLock(disk: Disk, path: string): void {
  ownLocks.delete(path);
  try {
    disk.removeFile(path);
  } catch {
    // Later runs replace it.
  }
}
