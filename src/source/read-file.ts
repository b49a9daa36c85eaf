import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";

/** A file that may be read, by its real path. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
}

/** Why a file cannot be read: `reason` is a phrase (`it is a folder`). `real` is where a link outside of the root leads. */
export interface FileProblem {
  readonly problem: "missing" | "not-a-file" | "refused" | "outside-root";
  readonly reason: string;
  readonly real?: string;
}

const meanings: Readonly<Record<string, readonly [FileProblem["problem"], string]>> = {
  ENOENT: ["missing", "there is no such file"],
  ENOTDIR: ["missing", "there is no such file (a part of its path is a file, not a folder)"],
  EACCES: ["refused", "permission denied (EACCES)"],
  EPERM: ["refused", "permission denied (EPERM)"],
  ELOOP: ["refused", "its symbolic links lead to one another (ELOOP)"],
  ENAMETOOLONG: ["missing", "its name is too long (ENAMETOOLONG)"],
};

/** What the system lacks, whatever file is asked for: no problem of a document. */
const LACKING = ["EMFILE", "ENFILE", "ENOMEM", "EIO"];

/** Why a file cannot be read. Throws what says nothing about the file. */
function meaningOf(error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (LACKING.includes(code)) throw error;
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (known) return { problem: known[0], reason: known[1] };
  return { problem: "refused", reason: code || (error instanceof Error ? error.message : String(error)) };
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "it is a folder";
  if (stats.isFIFO()) return "it is a named pipe, not a regular file";
  if (stats.isSocket()) return "it is a socket, not a regular file";
  return "it is a device, not a regular file";
}

/** Whether a path is a folder or lies in it; both absolute and real. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Links that lead to one another may do so without end. */
const LINKS = 40;

/** The real path of as much of a path as there is, or of what a link to nothing names. */
async function realBegin(path: string, links = LINKS): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const named = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
    if (named !== undefined) return realBegin(resolve(await realBegin(dirname(path)), named), links - 1);
    return dirname(path) === path ? path : realBegin(dirname(path), links);
  }
}

/** Why a path cannot be looked up. Where a folder on the way is a link that leads outside, not even whether there is a file is said. */
async function unreachable(error: unknown, path: string, root: string | undefined): Promise<FileProblem> {
  const real = root === undefined ? undefined : await realBegin(path);
  return root === undefined || real === undefined || isInside(root, real) ? meaningOf(error) : outside(real);
}

function outside(real: string): FileProblem {
  return { problem: "outside-root", reason: "it is a link that leads outside", real };
}

/**
 * The real path and size of a regular file inside `root` (a real path). Nothing is opened, so that a pipe or a device
 * cannot hang the run; links are followed first and judged by where they end.
 */
export async function findFile(path: string, root?: string): Promise<FoundFile | FileProblem> {
  try {
    const real = await realpath(path);
    if (root !== undefined && !isInside(root, real)) return outside(real);
    const stats = await lstat(real);
    return stats.isFile() ? { path: real, size: stats.size } : { problem: "not-a-file", reason: kindOf(stats) };
  } catch (error) {
    return unreachable(error, path, root);
  }
}

async function readAll(handle: FileHandle, most: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(most);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, most - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === most) return bytes.subarray(0, length);
  }
}

/** The bytes of a found file: as many as it had when it was found, so that one that grows meanwhile stays within the limits. */
export async function readBytes(file: FoundFile): Promise<Uint8Array | FileProblem> {
  try {
    const handle = await open(file.path, "r");
    try {
      return await readAll(handle, file.size);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return meaningOf(error);
  }
}
