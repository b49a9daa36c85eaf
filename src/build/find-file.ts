import { realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { TextFile } from "#json";
import type { FileTarget } from "#prose";
import { asOnDisk, isInside, nameFromRoot } from "#source";

/** Larger files are not copied into a site. */
const LARGEST = 64 * 1024 * 1024;

/** The real path of a root, as files are compared with it. */
function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

/**
 * What a relative path of a text leads to: a regular file inside `root`, links followed. A path that leads out is not even looked at;
 * every other one is told, whether there is a file or not.
 */
export function fileFinder(root: string, tell: (path: string) => void): (from: TextFile, path: string) => FileTarget | undefined {
  const allowed = realRoot(root);
  return (from, path) => {
    if (path.includes("\0") || /^[a-z]+:\/\//i.test(from.id)) return undefined;
    const wanted = resolve(dirname(from.id), path);
    if (!isInside(allowed, wanted)) return undefined;
    tell(wanted);
    const spelled = asOnDisk(wanted, allowed);
    if (spelled !== wanted) tell(spelled);
    try {
      const source = realpathSync(spelled);
      const stats = statSync(source);
      if (!isInside(allowed, source) || !stats.isFile()) return undefined;
      if (stats.size > LARGEST) return { kind: "too-large", most: "64 MB" };
      return { kind: "file", source, name: nameFromRoot(source, allowed) };
    } catch {
      // Whatever the reason, there is nothing to link to; the text room says so at the link.
      return undefined;
    }
  };
}
