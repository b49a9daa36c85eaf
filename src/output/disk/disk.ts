import { hash } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
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
} from "node:fs";
import { dirname, join } from "node:path";
import { patiently, readFile as readOpenFile, MADE_BYTES, openFile, SITE_RECORD } from "#text";

/** Marks a staging folder while it is written: all files in it are own files, whatever the record says. */
const UNFINISHED = ".msgdocs-unfinished";

/** Site paths of own files, without the record itself. */
export type SitePaths = ReadonlySet<string>;

/** Whether a path stays inside the site on every system: relative, `/`-separated, without empty, dot or drive parts. */
export function isSitePath(path: string): boolean {
  return !/[\\:\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

/** Reads the record of a folder; `undefined` if there is none, or it is not one of msgdocs. */
export function readRecord(disk: Disk, folder: string): SitePaths | undefined {
  const path = join(folder, SITE_RECORD);
  if (disk.kindOf(path) !== "file") return undefined;
  let record: unknown;
  try {
    record = JSON.parse(disk.readFile(path));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof record !== "object" || record === null || !("generator" in record) || record.generator !== "msgdocs") return undefined;
  const files: unknown = "files" in record ? record.files : undefined;
  if (!Array.isArray(files)) return undefined;
  return new Set(files.filter((path): path is string => typeof path === "string" && isSitePath(path)));
}

/** Marks a new staging folder before the first file, so that it is recognized after a killed run. */
export function beginRecord(disk: Disk, folder: string): void {
  disk.writeFile(join(folder, UNFINISHED), "");
}

/** Writes the record, and then removes the mark. */
export function finishRecord(disk: Disk, folder: string, files: Iterable<string>): void {
  const text = JSON.stringify({ generator: "msgdocs", files: [...files].sort() }, undefined, 1);
  disk.writeFile(join(folder, SITE_RECORD), `${text}\n`);
  disk.removeFile(join(folder, UNFINISHED));
}

export function isUnfinished(disk: Disk, folder: string): boolean {
  return disk.kindOf(join(folder, UNFINISHED)) === "file";
}

/** The own files of a folder, and the folders that may contain them. */
export interface OwnFiles {
  readonly files: SitePaths;
  readonly folders: ReadonlySet<string>;
}

/** Every folder with a file of one of the lists in it, at any depth. */
function foldersOf(lists: readonly Iterable<string>[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of lists.flatMap((list) => [...list])) {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      const folder = file.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** The own files of a record. `other` is the site on the other side of a swap, which shares its folders. */
export function ownFilesOf(files: SitePaths, other: SitePaths = new Set()): OwnFiles {
  return { files, folders: foldersOf([files, other]) };
}

interface FolderWalk {
  readonly disk: Disk;
  readonly folder: string;
  readonly ours: OwnFiles;
  readonly onOwn: (path: string, kind: EntryKind) => void;
  readonly onForeign: (path: string) => void;
}

/** An entry is own if the record lists it and it is still a regular file or a folder. Links are never followed. */
function visit(walk: FolderWalk, below: string): void {
  for (const { name, kind } of walk.disk.list(join(walk.folder, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (kind === "folder" && walk.ours.folders.has(path)) {
      visit(walk, path);
      walk.onOwn(path, "folder");
    } else if (kind === "file" && (path === SITE_RECORD || walk.ours.files.has(path))) walk.onOwn(path, "file");
    else walk.onForeign(path);
  }
}

/** The topmost foreign entries of a folder: files, links, and folders without own files. */
export function listForeign(disk: Disk, folder: string, ours: OwnFiles): string[] {
  const paths: string[] = [];
  visit({ disk, folder, ours, onOwn: () => undefined, onForeign: (path) => paths.push(path) }, "");
  return paths;
}

/** The folders above a site path; the site itself is the empty path. */
export function parentFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, depth) => parts.slice(0, depth).join("/"));
}

/** Removes the own files of a folder, and the folder itself if no foreign entry is left. */
export function removeOwn(disk: Disk, folder: string, ours: OwnFiles): void {
  const kept = new Set<string>();
  const onOwn = (path: string, kind: EntryKind): void => {
    if (path === SITE_RECORD) return;
    if (kind === "file") disk.removeFile(join(folder, path));
    else if (!kept.has(path)) disk.removeFolder(join(folder, path));
  };
  const onForeign = (path: string): void => parentFolders(path).forEach((parent) => kept.add(parent));
  visit({ disk, folder, ours, onOwn, onForeign }, "");
  // The record goes last, so that an interrupted removal can be resumed.
  if (disk.kindOf(join(folder, SITE_RECORD)) === "file") disk.removeFile(join(folder, SITE_RECORD));
  if (!kept.has("")) disk.removeFolder(folder);
}

/** Removes a folder recursively. Links are removed, not followed. */
export function removeAll(disk: Disk, folder: string): void {
  for (const { name, kind } of disk.list(folder)) {
    if (kind === "folder") removeAll(disk, join(folder, name));
    else disk.removeFile(join(folder, name));
  }
  disk.removeFolder(folder);
}

/** The common errors of a file system: their meaning, and what to do. */
const meanings: Readonly<Record<string, readonly [meaning: string, step: string]>> = {
  EACCES: ["permission denied", "Get permission to write there, or name another place."],
  EPERM: ["the operation is not permitted", "Get permission to write there, or name another place."],
  EROFS: ["the file system is read-only", "Name a place that can be written."],
  ENOSPC: ["no space is left on the disk", "Make room on it, or name a place on another disk."],
  EDQUOT: ["the disk quota is used up", "Make room, or name a place on another disk."],
  EMFILE: ["this process has too many files open", "Raise its limit (ulimit -n)."],
  ENFILE: ["the system has too many files open", "Close other programs, or raise the system's limit."],
  EXDEV: ["the folder is a mount point or on another file system, so it cannot be swapped", "Name a folder inside it."],
  EBUSY: ["it is in use, or a mount point", "Name a folder inside it."],
  ENOENT: ["there is no such file or folder, or none can be made there", "Name another place."],
  ENOTDIR: ["a part of the path is not a folder", "Name another place."],
  EISDIR: ["it is a folder", "Name a file."],
  EEXIST: ["it is already there", "Remove it, or name another place."],
  ENOTEMPTY: ["the folder is not empty", "Empty it, or name another place."],
  ENAMETOOLONG: ["the name is too long for this file system", "Name a shorter one."],
  ELOOP: ["the links lead in a circle", "Name the place itself."],
  EFBIG: ["the file is larger than this process may write", "Raise its limit (ulimit -f)."],
  EIO: ["the disk failed to read or write", "Check the disk, or name a place on another one."],
};

/** An error of Node's file functions. */
function isErrno(error: unknown): error is Error & { code: string; path?: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/**
 * Why no site was written: `refused` if the folder must not be overwritten (exit code 2), `environment` if the disk or another run
 * prevents it (exit code 3). The previous site is unchanged, or the next run restores it.
 */
export class OutputFailure extends Error {
  readonly kind: "refused" | "environment";

  constructor(kind: "refused" | "environment", message: string) {
    super(message);
    this.name = "OutputFailure";
    this.kind = kind;
  }
}

/** Turns an error of a file function into a failure of the environment, with path and meaning. Rethrows anything else, which is a bug. */
export function diskFailure(error: unknown, doing: string): OutputFailure {
  if (error instanceof OutputFailure) return error;
  if (!isErrno(error)) throw error;
  const [meaning, step] = (Object.hasOwn(meanings, error.code) ? meanings[error.code] : undefined) ?? [error.message, ""];
  const where = error.path ? ` ${JSON.stringify(error.path)}` : "";
  return new OutputFailure("environment", `Cannot ${doing}${where}: ${meaning} (${error.code}). ${step}`.trimEnd());
}

/** The `code` of an error of a file function, such as `EEXIST`. */
export function errnoOf(error: unknown): string | undefined {
  return isErrno(error) ? error.code : undefined;
}

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

function readFile(path: string, largest = MADE_BYTES): string {
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

/** The source of copied files. Many orders share one object, which is sent to a thread once for each message. */
interface CopySource {
  /** A file with ranges to copy, or the real path of a folder that must contain the files. */
  readonly path: string;
  /** The message for bytes that are not the expected ones, with the next step. `{file}` stands for the path. */
  readonly refusal: string;
}

/** Bytes of another file to be written into a site. The writer reads them, so that they never wait in memory. */
export interface FileCopy {
  readonly source: CopySource;
  /** The path in the source. */
  readonly path: string;
  /** The range in the source, if that is a file. */
  readonly range?: readonly [offset: number, length: number];
  /** The hash that the bytes must have. */
  readonly sha256: string;
  /** Texts to insert, in order of their offsets in the bytes. */
  readonly inserts: readonly (readonly [offset: number, text: string])[];
}

function readRange({ source, path, range }: FileCopy): Buffer | undefined {
  const opened = range
    ? openFile(source.path, { links: "refuse" })
    : openFile(join(source.path, path), { root: source.path, links: "refuse", largest: MADE_BYTES });
  if ("problem" in opened) return undefined;
  try {
    return range ? opened.read(range[1], range[0]) : opened.read();
  } finally {
    opened.close();
  }
}

/** The bytes of a copy. Throws an {@link OutputFailure} if they are not the expected ones. */
export function readCopy(copy: FileCopy): Buffer {
  const bytes = readRange(copy);
  if (!bytes || hash("sha256", bytes, "hex") !== copy.sha256)
    throw new OutputFailure(
      "refused",
      copy.source.refusal.replace("{file}", () => JSON.stringify(copy.path)),
    );
  if (copy.inserts.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [offset, text] of copy.inserts) {
    pieces.push(bytes.subarray(at, offset), Buffer.from(text));
    at = offset;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}
