import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "./inside.ts";
import type { FileAccess } from "./open-file.ts";

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

/**
 * The access to a file that the command line names by an absolute path. It may be anywhere, but a stranger can commit a link at that path:
 * in the repository of the working folder, a link leads neither out of it nor to what is hidden.
 */
export function namedAccess(path: string, cwd: string): FileAccess {
  const root = repositoryOf(cwd);
  return existsSync(join(root, ".git")) && isInside(root, path) ? { root, named: [dirname(path)] } : {};
}
