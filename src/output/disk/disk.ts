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
import { readFile as readOpenFile } from "#text";
import { OutputFailure } from "./output-failure.ts";

export type EntryKind = "file" | "folder" | "link" | "other";

export interface DiskEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/**
 * The few file operations that a site is written with, so that a test can fail any one of them. All are synchronous: one small
 * file after another is faster that way than through the thread pool, never takes more than one descriptor, and nothing
 * (a signal's handler least of all) can run between two renames. They throw what Node throws, with `code` and `path`.
 */
export interface Disk {
  /** Makes a folder and those above it. */
  readonly makeFolder: (path: string) => void;
  /** Writes a file, over one that is there. */
  readonly writeFile: (path: string, contents: string | Uint8Array) => void;
  /** Writes a file that must not be there yet (`EEXIST`). One that is read-only has no mode that a checkout gives to files. */
  readonly createFile: (path: string, contents: string, mode?: "read-only") => void;
  /** The text of a regular file. Nothing else is opened, followed or waited for ({@link OutputFailure}). */
  readonly readFile: (path: string) => string;
  readonly move: (from: string, to: string) => void;
  readonly removeFile: (path: string) => void;
  /** Removes an empty folder (`ENOTEMPTY`). */
  readonly removeFolder: (path: string) => void;
  readonly list: (path: string) => readonly DiskEntry[];
  /** What stands at a path, links not followed; `undefined` where nothing does. */
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
 * Makes a folder and those above it. Node's own recursive way never ends where a folder refuses children with `ENOENT`
 * although it is there, as in /proc.
 */
function makeFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path);
}

/** Node names no path where a file is open already, and that is when a disk is full. */
function named<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof Error && !("path" in error) ? Object.assign(error, { path }) : error;
  }
}

/** A file that a full disk takes the name of but not the text is not left behind: it would be a lock that nobody holds. */
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

/** Records of large sites have some megabytes; bytes. */
const LARGEST = 1 << 28;

function readFile(path: string): string {
  const found = readOpenFile(path, { links: "refuse", largest: LARGEST });
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
  writeFile: (path, contents) => named(path, () => writeFileSync(path, contents)),
  createFile: (path, contents, mode) => named(path, () => createFile(path, contents, mode)),
  readFile,
  move: (from, to) => renameSync(from, to),
  removeFile: (path) => unlinkSync(path),
  removeFolder: (path) => rmdirSync(path),
  list: (path) => readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kind(entry) })),
  kindOf: (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats && kind(stats);
  },
  isReadOnly: (path) => (lstatSync(path).mode & 0o222) === 0,
  realPath: (path) => realpathSync(path),
};
