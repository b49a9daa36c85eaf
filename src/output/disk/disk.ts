import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  type Dirent,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import { patiently, readFile as readOpenFile } from "#text";
import { OutputFailure } from "./output-failure.ts";

export type EntryKind = "file" | "folder" | "link" | "other";

export interface DiskEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/**
 * The file operations that write a site. Tests replace them to simulate failures. All are synchronous: for small files that is faster
 * than the thread pool, needs only one descriptor, and nothing (such as a signal handler) can run between two renames. They throw the
 * errors of Node, with `code` and `path`.
 */
export interface Disk {
  /** Creates a folder and its parents, but not the folder `within`, which must exist (`ENOENT`). */
  readonly makeFolder: (path: string, within?: string) => void;
  /** Writes a file, or overwrites it. */
  readonly writeFile: (path: string, contents: string | Uint8Array) => void;
  /** Creates a file that must not exist (`EEXIST`). A checkout never creates read-only files, so the mode identifies ours. */
  readonly createFile: (path: string, contents: string, mode?: "read-only") => void;
  /** Reads a regular file. Throws an {@link OutputFailure} for anything else, such as a link, a pipe, or more bytes than `largest`. */
  readonly readFile: (path: string, largest?: number) => string;
  readonly move: (from: string, to: string) => void;
  readonly removeFile: (path: string) => void;
  /** Removes an empty folder (`ENOTEMPTY`). */
  readonly removeFolder: (path: string) => void;
  readonly list: (path: string) => readonly DiskEntry[];
  /** The kind of an entry, without following links; `undefined` if it is missing. */
  readonly kindOf: (path: string) => EntryKind | undefined;
  /** Whether a file was created read-only. */
  readonly isReadOnly: (path: string) => boolean;
  /** The path with every link followed. */
  readonly realPath: (path: string) => string;
}

function kind(entry: Stats | Dirent): EntryKind {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "folder";
  return entry.isFile() ? "file" : "other";
}

/**
 * Creates a folder and its parents. The recursive `mkdir` of Node never ends if an existing folder refuses children with `ENOENT`, as
 * in /proc.
 */
function makeFolder(path: string, within?: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  const parent = dirname(path);
  if (parent !== within && !existsSync(parent)) makeFolder(parent, within);
  mkdirSync(path);
}

/** Adds the path to errors without one: Node omits it for an open file, such as when the disk is full. */
function withPath<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof Error && !("path" in error) ? Object.assign(error, { path }) : error;
  }
}

/** Creates a file. If writing fails, as on a full disk, the file is removed: it could be a lock without a holder. */
function createFile(path: string, contents: string, mode?: "read-only"): void {
  const file = openSync(path, "wx", mode ? 0o400 : 0o666);
  try {
    writeFileSync(file, contents);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The largest file to read in bytes: records of large sites have some megabytes. */
const MOST_BYTES = 1 << 28;

function readFile(path: string, largest = MOST_BYTES): string {
  const found = readOpenFile(path, { links: "refuse", largest });
  if (!("problem" in found)) return found.toString("utf8");
  const { problem, reason, code } = found;
  if (problem !== "not-a-file" && problem !== "too-large" && code !== "ELOOP") throw Object.assign(new Error(reason), { code, path });
  throw new OutputFailure(
    "refused",
    `${JSON.stringify(path)} is in the way, and is not ours to remove: ${code === "ELOOP" ? "it is a link" : reason}.`,
  );
}

export const nodeDisk: Disk = {
  makeFolder,
  writeFile: (path, contents) => withPath(path, () => writeFileSync(path, contents)),
  createFile: (path, contents, mode) => withPath(path, () => createFile(path, contents, mode)),
  readFile,
  move: (from, to) => patiently(() => renameSync(from, to)),
  removeFile: (path) => patiently(() => unlinkSync(path)),
  removeFolder: (path) => patiently(() => rmdirSync(path)),
  list: (path) => readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kind(entry) })),
  kindOf: (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats && kind(stats);
  },
  isReadOnly: (path) => (lstatSync(path).mode & 0o222) === 0,
  realPath: (path) => realpathSync(path),
};
