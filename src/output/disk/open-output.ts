import { randomUUID } from "node:crypto";
import { availableParallelism, homedir, hostname } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { leadsOut, withFile } from "#text";
import type { Disk, FileCopy, OwnFiles } from "./disk.ts";
import {
  nodeDisk,
  diskFailure,
  errnoOf,
  OutputFailure,
  readCopy,
  removeOwn,
  readRecord,
  beginRecord,
  finishRecord,
  isSitePath,
} from "./disk.ts";
import { beginJournal, recover, tryRecover, swap, workPathsOf } from "./journal.ts";
import type { WriterThread } from "./writers.ts";

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
function takeLock(disk: Disk, path: string): void {
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
function dropLock(disk: Disk, path: string): void {
  ownLocks.delete(path);
  try {
    disk.removeFile(path);
  } catch {
    // Later runs replace it.
  }
}

/** One file of a site. The path is relative to the site, `/`-separated and not URL-encoded. */
export interface OutputFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** A file of a site that is written from another file. */
export interface CopiedFile {
  readonly path: string;
  readonly copy: FileCopy;
}

/** The files of a site, created on demand. */
export type SiteFiles = Iterable<OutputFile | CopiedFile> | AsyncIterable<OutputFile | CopiedFile>;

/** Milliseconds of writing before signals and timers get a turn. */
const TURN = 25;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Throws for an unsafe or duplicate path. On many systems names that differ only by case are the same file. */
function claim(taken: Set<string>, path: string): void {
  const name = path.toLowerCase();
  if (!isSitePath(path)) throw new Error(`The site has a file with an unsafe path: ${JSON.stringify(path)}`);
  if (taken.has(name)) throw new Error(`The site has two files at one path: ${JSON.stringify(path)}`);
  taken.add(name);
}

/** Throws if a folder, given by its real path, or one above it was exchanged for a link. */
function refuseExchanged(disk: Disk, folder: string): void {
  const real = disk.realPath(folder);
  if (real === folder) return;
  throw new OutputFailure(
    "refused",
    `${JSON.stringify(folder)} was exchanged for a link while msgdocs ran, and leads to ${JSON.stringify(real)}.`,
  );
}

/** Makes the new folder. If a folder above it is exchanged later, the new folder is missing there, and writing fails. */
function makeStaged(disk: Disk, folder: string): void {
  disk.makeFolder(folder, dirname(folder));
  refuseExchanged(disk, folder);
}

/** Writes the files into a new folder, here or in a thread, and finally the record. Returns the paths. */
async function stage({ disk, pool }: OutputContext, folder: string, files: SiteFiles): Promise<Set<string>> {
  const written = new Set<string>();
  const taken = new Set<string>();
  const folders = new Set<string>([folder]);
  let thread: WriterThread | undefined;
  makeStaged(disk, folder);
  beginRecord(disk, folder);
  let since = performance.now();
  for await (const file of files) {
    const { path } = file;
    claim(taken, path);
    const place = join(folder, path);
    const parent = dirname(place);
    if (!folders.has(parent)) disk.makeFolder(parent, folder);
    folders.add(parent);
    written.add(path);
    thread ??= await pool.threadFor(written.size);
    if (thread) await thread.write(place, "copy" in file ? file.copy : file.contents);
    else disk.writeFile(place, "copy" in file ? readCopy(file.copy) : file.contents);
    if (performance.now() - since < TURN) continue;
    await turn();
    since = performance.now();
  }
  await thread?.flush();
  finishRecord(disk, folder, written);
  return written;
}

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
function outputFolder(disk: Disk, output: string, surroundings: RunPaths): string {
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

/** An output folder that this run has locked. */
export interface Output {
  /** Its real absolute path. */
  readonly folder: string;
  /** Stages the files and swaps them in. Returns their number. After a failure the previous site is in place. */
  write(files: SiteFiles): Promise<number>;
  /** Waits until the previous site is removed. It is not required before `close`. */
  waitForCleanup(): Promise<void>;
  /** Releases the folder and removes unfinished work. Safe at any time, and more than once. */
  close(): void;
}

/** A thread starts after this many files. For fewer, it takes more memory and processor time than a user gains. */
const THREAD_FROM = 200;

/** The thread of an output folder. It does not run before it is needed, or after `stop`. */
class WriterPool {
  /** The number of files after which a thread starts. */
  readonly #from: number;
  #running: WriterThread | undefined;
  #removed: Promise<void> | undefined;

  constructor(from: number) {
    this.#from = from;
  }

  /** The thread, if there are that many files. */
  async threadFor(files: number): Promise<WriterThread | undefined> {
    if (files <= this.#from) return undefined;
    const writers = await import("./writers.ts");
    return (this.#running = new writers.WriterThread());
  }

  /** Removes the own files of a folder in a thread. Returns false if no thread runs. */
  remove(folder: string, ours: OwnFiles): boolean {
    this.#removed = this.#running?.remove(folder, ours);
    return this.#removed !== undefined;
  }

  /** Waits for the removal, and ends the thread. */
  async settled(): Promise<void> {
    await this.#removed;
    this.stop();
  }

  stop(): void {
    this.#running?.stop();
    this.#running = undefined;
    this.#removed = undefined;
  }
}

interface OutputContext {
  readonly disk: Disk;
  readonly target: string;
  readonly pool: WriterPool;
}

async function replace(context: OutputContext, files: SiteFiles): Promise<number> {
  const { disk, target, pool } = context;
  try {
    await pool.settled();
    // A run may write twice.
    recover(disk, target);
    const at = beginJournal(disk, target);
    const written = await stage(context, at.staged, files);
    const remove = (ours: OwnFiles): void => {
      if (!pool.remove(at.previous, ours)) removeOwn(disk, at.previous, ours);
    };
    swap(disk, at, { written, remove });
    return written.size;
  } catch (error) {
    pool.stop();
    tryRecover(disk, target);
    throw diskFailure(error, "write the site");
  }
}

export interface OutputOptions extends RunPaths {
  /** The path as the user gave it: relative to the working folder, or absolute. */
  readonly output: string;
  /** The file operations; tests replace them. */
  readonly disk?: Disk;
  /** Whether a thread writes, from the first file on. By default one does for a large site. */
  readonly thread?: boolean | undefined;
}

/**
 * Opens an output folder: refuses a dangerous one, locks it, and recovers from a killed run. If it throws an {@link OutputFailure},
 * nothing was changed.
 */
export function openOutput({
  output,
  disk = nodeDisk,
  thread = availableParallelism() > 1 ? undefined : false,
  ...surroundings
}: OutputOptions): Output {
  try {
    const target = outputFolder(disk, output, surroundings);
    const { parent, lock } = workPathsOf(target, "");
    disk.makeFolder(parent);
    takeLock(disk, lock);
    try {
      refuseExchanged(disk, parent);
    } catch (error) {
      dropLock(disk, lock);
      throw error;
    }
    const pool = new WriterPool(thread === false || disk !== nodeDisk ? Infinity : thread ? 0 : THREAD_FROM);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      pool.stop();
      tryRecover(disk, target);
      dropLock(disk, lock);
    };
    try {
      recover(disk, target);
    } catch (error) {
      close();
      throw error;
    }
    return {
      folder: target,
      write: (files) => replace({ disk, target, pool }, files),
      waitForCleanup: () => pool.settled(),
      close,
    };
  } catch (error) {
    throw diskFailure(error, "use the output folder");
  }
}
