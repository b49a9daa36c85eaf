import { join } from "node:path";
import { SITE_RECORD } from "#text";
import type { Disk, EntryKind } from "./disk.ts";

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
