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
 * The root of the repository around a folder: the nearest folder with a `.git`, which may be a folder, a file (in a worktree or a
 * submodule) or a link; else the folder itself. A `.git` planted by an attacker further down can only narrow it.
 */
export function repositoryOf(folder: string): string {
  const own = realPathOf(folder);
  for (let at = own; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return own;
  }
}

/** A path as it is written below a folder, links of the folders above it followed; `undefined` if it does not lie below. */
function writtenBelow(folder: string, path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (realPathOf(at) === folder) return join(folder, relative(at, path));
    if (dirname(at) === at) return undefined;
  }
}

/**
 * The access to a file or folder that the command line names by an absolute path. It may be anywhere, but a stranger can commit a link at
 * that path: in the repository of the working folder, a link leads neither out of it nor to what is hidden. Without a `.git` the working
 * folder counts as the repository.
 */
export function namedAccess(path: string, cwd: string): FileAccess {
  const root = repositoryOf(cwd);
  const written = writtenBelow(root, path);
  return written === undefined ? {} : { root, named: [written, dirname(written)] };
}

/** Where links lead a path that the command line names, if {@link namedAccess} does not allow it. */
export function leadsOut(path: string, cwd: string): string | undefined {
  const real = realPathOf(path);
  return accessProblem(real, namedAccess(path, cwd)) && real;
}
