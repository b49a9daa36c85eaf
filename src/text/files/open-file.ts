import type { Stats } from "node:fs";
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { FileProblem } from "./file-problem.ts";
import { fileProblem, notRegular } from "./file-problem.ts";
import { hiddenName, isInside } from "./inside.ts";

/** What may be opened. */
export interface Reach {
  /** A folder, by its real path, that the file must lie in, links followed. Any file may be opened where there is none. */
  readonly root?: string | undefined;
  /** Files and folders that the command line names, by real paths. Hidden ones below `root` are refused but for these. */
  readonly named?: readonly string[] | undefined;
  /** A link in the place of the file is followed, or is no file: what msgdocs writes itself is never a link. */
  readonly links?: "follow" | "refuse";
  /** Files with more bytes are refused. */
  readonly largest?: number;
}

/** A regular file that is open. */
export interface OpenFile {
  /** Its real path. */
  readonly path: string;
  readonly size: number;
  /** At most so many bytes from an offset, the beginning by default; as many as there were when it was opened where no number is given. */
  readonly read: (most?: number, from?: number) => Buffer;
}

/** Links that lead to one another may do so without end. */
const LINKS = 40;

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The real path of as much of a path as there is, or of what a link to nothing names. */
function realBegin(path: string, links = LINKS): string {
  try {
    return realpathSync.native(path);
  } catch {
    const named = links > 0 ? linkAt(path) : undefined;
    if (named !== undefined) return realBegin(resolve(realBegin(dirname(path)), named), links - 1);
    return dirname(path) === path ? path : realBegin(dirname(path), links);
  }
}

function outside(real: string): FileProblem {
  return { problem: "outside-root", reason: "it is a link that leads outside", real };
}

/** Why a path is out of reach. Where a folder on the way is a link that leads outside, not even whether there is a file is said. */
function unreachable(error: unknown, path: string, root: string | undefined): FileProblem {
  const real = root === undefined ? undefined : realBegin(path);
  return root === undefined || real === undefined || isInside(root, real) ? fileProblem(error) : outside(real);
}

function hiddenIn(path: string, root: string, named: readonly string[]): string | undefined {
  const free = named.some((each) => isInside(each, path) && hiddenName(each, path) === undefined);
  return free ? undefined : hiddenName(root, path);
}

/** Why a path, written or real, is out of reach. */
function beyond(path: string, { root, named = [] }: Reach): FileProblem | undefined {
  if (root === undefined) return undefined;
  if (!isInside(root, path)) return outside(path);
  const hidden = hiddenIn(path, root, named);
  return hidden === undefined ? undefined : { problem: "hidden", reason: `${JSON.stringify(hidden)} is hidden` };
}

/**
 * Where an open file is now. Linux says; elsewhere the path must still lead, without links, to the very file that is open.
 * `undefined` where neither can be told.
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

/** What is wrong with an open file. */
function objection(descriptor: number, path: string, reach: Reach): FileProblem | Stats {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return notRegular(stats);
  if (reach.root !== undefined) {
    const place = placeOf(descriptor, path, stats);
    const wrong =
      place === undefined ? ({ problem: "refused", reason: "it was exchanged while it was opened" } as const) : beyond(place, reach);
    if (wrong) return wrong;
  }
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

// Windows has neither flag. Without waiting, or a pipe would hold the run until somebody writes to it.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW || 0) | (constants.O_NONBLOCK || 0) | (constants.O_NOCTTY || 0);

/** An open descriptor with what is known of it. */
interface Opened {
  readonly descriptor: number;
  readonly path: string;
  readonly size: number;
}

function open(path: string, reach: Reach): Opened | FileProblem {
  let descriptor: number | undefined;
  try {
    const real = reach.links === "refuse" ? path : realpathSync.native(path);
    const isSpelledInside = reach.root !== undefined && isInside(reach.root, path);
    const wrong = (isSpelledInside ? beyond(path, reach) : undefined) ?? beyond(real, reach);
    if (wrong) return wrong;
    descriptor = openSync(real, FLAGS);
    const found = objection(descriptor, real, reach);
    if (!("problem" in found)) return { descriptor, path: real, size: found.size };
    closeSync(descriptor);
    return found;
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    return unreachable(error, path, reach.root);
  }
}

/** A regular file that is open until it is closed. */
export interface HeldFile extends OpenFile {
  readonly close: () => void;
}

/**
 * Opens a regular file. Every read of a file goes through here. A path is followed to its end and judged before anything is opened.
 * Then it is opened without following links and judged again: it may be exchanged at any moment, and only what is open
 * counts. Synchronous: small files are read faster that way than through the thread pool.
 */
export function openFile(path: string, reach: Reach = {}): HeldFile | FileProblem {
  const opened = open(path, reach);
  if ("problem" in opened) return opened;
  const { descriptor, size } = opened;
  const read = (most = size, from = 0): Buffer => readFrom(descriptor, most, from);
  return { path: opened.path, size, read, close: () => closeSync(descriptor) };
}

/** Opens a regular file, gives it to `use`, and closes it. */
export function withFile<T>(path: string, reach: Reach, use: (file: OpenFile) => T): T | FileProblem {
  const file = openFile(path, reach);
  if ("problem" in file) return file;
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** A file that may be read, by its real path. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
}

/** A regular file that may be read now. It may be exchanged later: whoever reads it asks again. */
export function findFile(path: string, reach: Reach = {}): FoundFile | FileProblem {
  return withFile(path, reach, ({ path: real, size }) => ({ path: real, size }));
}

/** The bytes of a regular file that has to be there. Throws an error with `code` and `path`, as Node's own functions do. */
export function readOwnFile(path: string, reach: Reach = {}): Buffer {
  const found = readFile(path, reach);
  if (!("problem" in found)) return found;
  throw Object.assign(new Error(found.reason), { code: found.code ?? "EINVAL", path });
}

/** The bytes of a regular file. */
export function readFile(path: string, reach: Reach = {}): Buffer | FileProblem {
  return withFile(path, reach, (file) => file.read());
}
