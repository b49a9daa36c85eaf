import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { FileAccess } from "./open-file.ts";
import { accessProblem } from "./open-file.ts";

/** A path with links followed in its existing part. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/**
 * Whether a path leads through a link to a file of another name. A stranger can commit such a link, so the file may be any of the
 * repository.
 */
export function isAlias(path: string): boolean {
  const plain = (name: string): string => basename(name).normalize().toLowerCase();
  return plain(realPathOf(path)) !== plain(path);
}

/**
 * The root of the repository around a folder, given by its real path: the nearest folder with a `.git`, which may be a folder, a file (in
 * a worktree or submodule) or a link. Without any, the folder itself. A `.git` planted by an attacker further down can only narrow the
 * result. Links are not followed, so that exchanging the folder with a link leads nowhere.
 */
export function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** A path relative to a folder, following links in the folders above it; `undefined` if it is not below the folder. */
function writtenBelow(folder: string, path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (at === folder || realPathOf(at) === folder) return join(folder, relative(at, path));
    if (dirname(at) === at) return undefined;
  }
}

/**
 * The access to a file or folder that the command line names by an absolute path. It may be anywhere. But a stranger can commit a link
 * at that path, so within the repository of the working folder, links may lead neither out of it nor to hidden files. Without a `.git`,
 * the working folder counts as the repository.
 */
export function namedAccess(path: string, cwd: string): FileAccess {
  const root = repositoryOf(cwd);
  const written = writtenBelow(root, path);
  return written === undefined ? {} : { root, named: [written, dirname(written)] };
}

/** The real path of a path from the command line, if {@link namedAccess} does not allow it. */
export function leadsOut(path: string, cwd: string, real = realPathOf(path)): string | undefined {
  return accessProblem(real, namedAccess(path, cwd)) && real;
}
