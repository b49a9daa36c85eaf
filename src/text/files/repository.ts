import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A path with its links followed, as far as it is there. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/**
 * The top of the repository that a folder lies in: the nearest folder with a `.git`, be it a folder, a file (of a worktree or a submodule)
 * or a link; else the folder itself. A `.git` that somebody plants below can only narrow it.
 */
export function repositoryOf(folder: string): string {
  const own = realPathOf(folder);
  for (let at = own; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return own;
  }
}
