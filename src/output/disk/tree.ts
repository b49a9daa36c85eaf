import { join } from "node:path";
import type { Disk, EntryKind } from "./disk.ts";
import type { Written } from "./record.ts";
import { RECORD } from "./record.ts";

/** What of a folder counts as ours: the files that were written, and the folders that may be looked into for them. */
export interface Ours {
  readonly files: Written;
  readonly folders: ReadonlySet<string>;
}

/** Every folder that holds a file of one of the lists, directly or not. */
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

/** The files of a record as ours. The folders of the site that stands on the other side of a swap are shared with it. */
export function oursOf(files: Written, other: Written = new Set()): Ours {
  return { files, folders: foldersOf([files, other]) };
}

interface Walk {
  readonly disk: Disk;
  readonly folder: string;
  readonly ours: Ours;
  readonly found: (path: string, kind: EntryKind) => void;
  readonly foreign: (path: string) => void;
}

/** What is ours is told from what is not by the record *and* by what stands there now: links are never followed. */
function visit(walk: Walk, below: string): void {
  for (const { name, kind } of walk.disk.list(join(walk.folder, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (kind === "folder" && walk.ours.folders.has(path)) {
      visit(walk, path);
      walk.found(path, "folder");
    } else if (kind === "file" && (path === RECORD || walk.ours.files.has(path))) walk.found(path, "file");
    else walk.foreign(path);
  }
}

/** The topmost things in a folder that we did not write: files, links, and folders that hold nothing of ours. */
export function foreignIn(disk: Disk, folder: string, ours: Ours): string[] {
  const paths: string[] = [];
  visit({ disk, folder, ours, found: () => undefined, foreign: (path) => paths.push(path) }, "");
  return paths;
}

/** The folders above a path of a site, the site itself as the empty path. */
function above(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, depth) => parts.slice(0, depth).join("/"));
}

/** Removes from a folder what we wrote, and then the folder itself if nothing of others is left in it. */
export function removeOurs(disk: Disk, folder: string, ours: Ours): void {
  const kept = new Set<string>();
  const found = (path: string, kind: EntryKind): void => {
    if (path === RECORD) return;
    if (kind === "file") disk.removeFile(join(folder, path));
    else if (!kept.has(path)) disk.removeFolder(join(folder, path));
  };
  const foreign = (path: string): void => above(path).forEach((parent) => kept.add(parent));
  visit({ disk, folder, ours, found, foreign }, "");
  // Last of all, or a removal cut short could not be taken up again.
  if (disk.kindOf(join(folder, RECORD)) === "file") disk.removeFile(join(folder, RECORD));
  if (!kept.has("")) disk.removeFolder(folder);
}

/** Removes a folder with all that is in it. Links are removed, not followed. */
export function removeAll(disk: Disk, folder: string): void {
  for (const { name, kind } of disk.list(folder)) {
    if (kind === "folder") removeAll(disk, join(folder, name));
    else disk.removeFile(join(folder, name));
  }
  disk.removeFolder(folder);
}
