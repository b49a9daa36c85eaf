import type { Dirent, Stats } from "node:fs";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { FileProblem } from "./file-problem.ts";
import { fileProblem, notRegular } from "./file-problem.ts";
import { hiddenName, isInside } from "./inside.ts";

/** Which files may be opened. */
export interface FileAccess {
  /** The real path of a folder that must contain the file, links followed. Without it, any file may be opened. */
  readonly root?: string | undefined;
  /** Real paths of files and folders that the command line names: exceptions from the rule that hidden files below `root` are refused. */
  readonly named?: readonly string[] | undefined;
  /** Whether a file that is a link is followed or refused: msgdocs itself never writes links. */
  readonly links?: "follow" | "refuse";
  /** The largest size in bytes. */
  readonly largest?: number;
}

/** A regular file that is open. */
export interface OpenFile {
  /** Its real path. */
  readonly path: string;
  readonly size: number;
  /** Reads at most `most` bytes from the offset `from` (0 by default). Without `most`: as many as the file had when it was opened. */
  readonly read: (most?: number, from?: number) => Buffer;
}

/** Links can form a cycle. */
const MOST_LINKS = 40;

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The real path of the existing part of a path, or of the target of a dangling link. */
function realPrefix(path: string, links = MOST_LINKS): string {
  try {
    return realpathSync.native(path);
  } catch {
    const named = links > 0 ? linkAt(path) : undefined;
    if (named !== undefined) return realPrefix(resolve(realPrefix(dirname(path)), named), links - 1);
    return dirname(path) === path ? path : realPrefix(dirname(path), links);
  }
}

function outside(real: string): FileProblem {
  return { problem: "outside-root", reason: "it is a link that leads outside", real };
}

function hiddenIn(path: string, root: string, named: readonly string[]): string | undefined {
  const free = named.some((each) => isInside(each, path) && hiddenName(each, path) === undefined);
  return free ? undefined : hiddenName(root, path);
}

/** The problem of a path, written or real, that the access does not allow. */
export function accessProblem(path: string, { root, named = [] }: FileAccess): FileProblem | undefined {
  if (root === undefined) return undefined;
  if (!isInside(root, path)) return outside(path);
  const hidden = hiddenIn(path, root, named);
  return hidden === undefined ? undefined : { problem: "hidden", reason: `${JSON.stringify(hidden)} is hidden` };
}

/** The problem of a path that cannot be opened. If it leads to what the access does not allow, that does not reveal whether the file exists. */
function unreachable(error: unknown, path: string, reach: FileAccess): FileProblem {
  return (reach.root === undefined ? undefined : accessProblem(realPrefix(path), reach)) ?? fileProblem(error);
}

/** A path that leads to an open file or folder; `undefined` where there is none. Linux has it. */
function heldPath(descriptor: number): string | undefined {
  const path = `/proc/self/fd/${descriptor}`;
  return linkAt(path) === undefined ? undefined : path;
}

/**
 * The current path of an open file; `undefined` if it is unknown. Linux tells it. On other systems, the given path must still lead to
 * the open file without links.
 */
function placeOf(descriptor: number, path: string, stats: Stats): string | undefined {
  const place = linkAt(`/proc/self/fd/${descriptor}`);
  if (place !== undefined) return place;
  try {
    const { dev, ino } = lstatSync(path);
    return dev === stats.dev && ino === stats.ino && realpathSync.native(path) === path ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The problem of an open file or folder whose current path the access does not allow. */
function placeProblem(descriptor: number, path: string, stats: Stats, reach: FileAccess): FileProblem | undefined {
  if (reach.root === undefined) return undefined;
  const place = placeOf(descriptor, path, stats);
  return place === undefined ? { problem: "refused", reason: "it was exchanged while it was opened" } : accessProblem(place, reach);
}

/** Checks an open file. Returns its problem or its stats. */
function checkOpenFile(descriptor: number, path: string, reach: FileAccess): FileProblem | Stats {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return notRegular(stats);
  const wrong = placeProblem(descriptor, path, stats, reach);
  if (wrong) return wrong;
  const { largest } = reach;
  if (largest === undefined || stats.size <= largest) return stats;
  return { problem: "too-large", reason: `its size in bytes is ${stats.size}, at most ${largest}` };
}

function readFrom(descriptor: number, most: number, from: number): Buffer {
  const bytes = Buffer.allocUnsafe(most);
  let length = 0;
  while (length < most) {
    const count = readSync(descriptor, bytes, length, most - length, from + length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

// Windows lacks some flags. O_NONBLOCK, because opening a pipe would block until somebody writes to it.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW || 0) | (constants.O_NONBLOCK || 0) | (constants.O_NOCTTY || 0);

interface OpenDescriptor {
  readonly descriptor: number;
  readonly path: string;
  readonly size: number;
}

function open(path: string, reach: FileAccess): OpenDescriptor | FileProblem {
  let descriptor: number | undefined;
  try {
    // The spelling comes first: whether a hidden file exists is not even looked at.
    const isSpelledInside = reach.root !== undefined && isInside(reach.root, path);
    const wrong = isSpelledInside ? accessProblem(path, reach) : undefined;
    if (wrong) return wrong;
    const real = reach.links === "refuse" ? path : realpathSync.native(path);
    const wrongTarget = accessProblem(real, reach);
    if (wrongTarget) return wrongTarget;
    descriptor = openSync(real, FLAGS);
    const found = checkOpenFile(descriptor, real, reach);
    if (!("problem" in found)) return { descriptor, path: real, size: found.size };
    closeSync(descriptor);
    return found;
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    return unreachable(error, path, reach);
  }
}

/** An open regular file that the caller closes. */
export interface FileHandle extends OpenFile {
  readonly close: () => void;
}

/**
 * Opens a regular file. Every read of a file goes through here. The path is resolved and checked before anything is opened. Then it is
 * opened without following links and checked again, because the file may be exchanged at any moment. Synchronous, because that is
 * faster for small files than the thread pool.
 */
export function openFile(path: string, reach: FileAccess = {}): FileHandle | FileProblem {
  const opened = open(path, reach);
  if ("problem" in opened) return opened;
  const { descriptor, size } = opened;
  const read = (most = size, from = 0): Buffer => readFrom(descriptor, most, from);
  return { path: opened.path, size, read, close: () => closeSync(descriptor) };
}

/** Opens a regular file, passes it to `use`, and closes it. */
export function withFile<T>(path: string, reach: FileAccess, use: (file: OpenFile) => T): T | FileProblem {
  const file = openFile(path, reach);
  if ("problem" in file) return file;
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** The real path and size of a readable file. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
}

/** Checks that a regular file may be read. It may be exchanged later, so reading checks again. */
export function findFile(path: string, reach: FileAccess = {}): FoundFile | FileProblem {
  return withFile(path, reach, ({ path: real, size }) => ({ path: real, size }));
}

/** Reads a regular file that must exist. Throws an error with `code` and `path`, as Node's own functions do. */
export function readOwnFile(path: string, reach: FileAccess = {}): Buffer {
  const found = readFile(path, reach);
  if (!("problem" in found)) return found;
  throw Object.assign(new Error(found.reason), { code: found.code ?? "EINVAL", path });
}

/** Reads a regular file. */
export function readFile(path: string, reach: FileAccess = {}): Buffer | FileProblem {
  return withFile(path, reach, (file) => file.read());
}

// Windows has no flag for folders, and does not open them.
const FOLDER_FLAGS = constants.O_DIRECTORY ? FLAGS | constants.O_DIRECTORY : undefined;

/** A folder that is open. */
export interface FolderHandle {
  /** Its real path. */
  readonly path: string;
  /** A path that leads to it whatever its real path leads to meanwhile. Where the system has no such path, it is the real one. */
  readonly held: string;
  readonly close: () => void;
}

/** Opens a folder by its real path. If a link has taken its place, the result is the folder that the link leads to, or a problem. */
export function openFolder(path: string): FolderHandle | FileProblem {
  if (FOLDER_FLAGS === undefined) return { path: realPrefix(path), held: path, close: () => undefined };
  let descriptor: number | undefined;
  try {
    const opened = (descriptor = openSync(path, FOLDER_FLAGS));
    const place = placeOf(opened, path, fstatSync(opened));
    const close = (): void => closeSync(opened);
    if (place !== undefined) return { path: place, held: heldPath(opened) ?? place, close };
    close();
    return { problem: "refused", reason: "it was exchanged while it was opened" };
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    return fileProblem(error);
  }
}

/** Lists a folder that is open, if the access allows its current path. Linux lists what was opened, and not what has its path now. */
function listOpen(descriptor: number, path: string, reach: FileAccess): readonly Dirent[] | FileProblem {
  const wrong = placeProblem(descriptor, path, fstatSync(descriptor), reach);
  if (wrong) return wrong;
  return readdirSync(heldPath(descriptor) ?? path, { withFileTypes: true });
}

/** Lists a folder. Like a file it is opened without following links, and judged when it is open. */
export function listFolder(path: string, reach: FileAccess): readonly Dirent[] | FileProblem {
  let descriptor: number | undefined;
  try {
    const real = realpathSync.native(path);
    const wrong = accessProblem(real, reach);
    if (wrong) return wrong;
    if (FOLDER_FLAGS === undefined) return readdirSync(real, { withFileTypes: true });
    descriptor = openSync(real, FOLDER_FLAGS);
    return listOpen(descriptor, real, reach);
  } catch (error) {
    return unreachable(error, path, reach);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The stats of what a path leads to; `undefined` if there is nothing, links form a cycle, or a folder may not be read. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
