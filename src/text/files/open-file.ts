import type { Dirent, Stats } from "node:fs";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, isAbsolute, relative, sep } from "node:path";
import { createHash } from "node:crypto";

/** The errors of Windows while another program, such as a virus scanner or an indexer, has a file open. */
const BUSY = ["EBUSY", "EPERM", "EACCES"];
/** The milliseconds between attempts: a second in all. */
const WAITS = [10, 20, 40, 80, 150, 300, 400];

const here = {
  platform: process.platform,
  wait: (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** Moves or removes a file, again and again while something else holds it. On other systems than Windows these errors stay. */
export function patiently(
  run: () => void,
  { platform, wait }: { readonly platform: string; readonly wait: (ms: number) => void } = here,
): void {
  for (const ms of platform === "win32" ? WAITS : []) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && BUSY.includes(String(error.code)))) throw error;
    }
    wait(ms);
  }
  run();
}

/** Whether the path of a document or file is a URL. */
export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** Whether a path is a folder or is inside it. Both must be absolute real paths. */
export function isInside(folder: string, path: string): boolean {
  // The beginning decides for most paths. `relative` takes ten times as long.
  if (path.startsWith(folder) && path[folder.length] === sep && !path.includes(`${sep}..`, folder.length)) return true;
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The first hidden name in a path below a folder, such as `.git` of `a/.git/config`. What lies in `node_modules` is not hidden: package
 * managers keep packages in `node_modules/.pnpm` and `node_modules/.store`, and link to them.
 */
export function hiddenName(folder: string, path: string): string | undefined {
  // Most paths have no name with a dot in front. `relative` takes ten times as long. Windows takes both separators.
  const behind = folder.length - 1;
  if (path.startsWith(folder) && !path.includes("/.", behind) && !path.includes("\\.", behind)) return undefined;
  const names = relative(folder, path).split(sep);
  return names.find((name, at) => name.startsWith(".") && name !== "." && name !== ".." && names[at - 1] !== "node_modules");
}

/** Why a file cannot be read. `reason` is a phrase (`it is a folder`); `real` is the target of a link that leads outside of the root. */
export interface FileProblem {
  readonly problem: "missing" | "not-a-file" | "refused" | "outside-root" | "hidden" | "too-large";
  readonly reason: string;
  /** The error code of the system, such as `ENOENT`, if there is one. */
  readonly code?: string;
  readonly real?: string;
}

const meanings: Readonly<Record<string, readonly [FileProblem["problem"], string]>> = {
  ENOENT: ["missing", "there is no such file"],
  ENOTDIR: ["missing", "there is no such file (a part of its path is a file, not a folder)"],
  EACCES: ["refused", "permission denied (EACCES)"],
  EPERM: ["refused", "permission denied (EPERM)"],
  ELOOP: ["refused", "its symbolic links lead to one another (ELOOP)"],
  ENAMETOOLONG: ["missing", "its name is too long (ENAMETOOLONG)"],
  // open(2) of a socket or of a device without a driver.
  ENXIO: ["not-a-file", "it is a socket, not a regular file"],
  EOPNOTSUPP: ["not-a-file", "it is a socket, not a regular file"],
};

/** Failures of the system, which are not a problem of the file. */
const SYSTEM_ERRORS = ["EMFILE", "ENFILE", "ENOMEM", "EIO"];

/** Turns an error of the file system into the problem of a file. Rethrows an error that is a failure of the system. */
function fileProblem(error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (SYSTEM_ERRORS.includes(code)) throw error;
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (known) return { problem: known[0], reason: known[1], code };
  return { problem: "refused", reason: code || (error instanceof Error ? error.message : String(error)), code };
}

/** The problem of a file that is not a regular file. */
export function notRegular(stats: Stats): FileProblem {
  const kind = (): string => {
    if (stats.isDirectory()) return "it is a folder";
    if (stats.isFIFO()) return "it is a named pipe, not a regular file";
    if (stats.isSocket()) return "it is a socket, not a regular file";
    return "it is a device, not a regular file";
  };
  return { problem: "not-a-file", reason: kind() };
}

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

/** Bytes, or characters, of one megabyte. */
export const MEGABYTE = 2 ** 20;

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
  const most = largest % MEGABYTE === 0 ? `${largest / MEGABYTE} MB` : `${largest} B`;
  return { problem: "too-large", reason: `it is larger than ${most}` };
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

/** The most bytes of a file that people write: a theme's, a picture, one that may be a document. */
export const SOURCE_BYTES = 64 * MEGABYTE;
/** The most bytes of a file that a program made: of a site, a part, a cache, a baseline. */
export const MADE_BYTES = 1 << 28;

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

/** How many bytes of a picture are checked. */
const BEGINNING = 65_536;

/**
 * The first bytes of pictures, one character for each byte. Browsers go by them and not by the extension, so a GIF called `.png` is
 * fine.
 */
const picture = /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavi[fs])/s;

/** The first bytes of an icon (`.ico`). */
const icon = Buffer.from([0, 0, 1, 0]);

/** Whether a file has the content of a picture. A file of keys may be called one. */
export function isPicture(extension: string, file: OpenFile): boolean {
  const bytes = file.read(BEGINNING);
  const beginning = extension.toLowerCase() === "svg" ? /<svg[\s>/]/ : picture;
  return beginning.test(bytes.toString("latin1")) || bytes.subarray(0, icon.length).equals(icon);
}

/**
 * A file that a run read, looked for or refused, by its absolute path. The access that the run had to it goes along, so that nothing that
 * was refused is opened later.
 */
export interface InputFile {
  readonly path: string;
  readonly access: FileAccess;
}

const CHUNK = 1024 * 1024;

/** The SHA-256 of an input, if its access allows to read it. */
export function hashInput({ path, access }: InputFile): string | FileProblem {
  return withFile(path, { largest: SOURCE_BYTES, ...access }, ({ size, read }) => {
    const hash = createHash("sha256");
    for (let at = 0; at < size; at += CHUNK) hash.update(read(Math.min(CHUNK, size - at), at));
    return hash.digest("hex");
  });
}

/** The hash of an input, or else its problem. A missing file is an input too, because it may be there next time. */
export function inputState(input: InputFile): string {
  const found = hashInput(input);
  return typeof found === "string" ? found : found.problem;
}

/** An input that is known by its real path: a link in its place is not followed. */
export function realInput(path: string): InputFile {
  return { path, access: { root: path, links: "refuse" } };
}
