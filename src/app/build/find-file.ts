import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { asOnDisk, findFile, isInside, nameFromRoot } from "#text";
import type { TextFile } from "#text";
import type { FileTarget } from "#prose";

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
    const found = findFile(spelled, { root: allowed, largest: LARGEST });
    if (!("problem" in found)) return { kind: "file", source: found.path, name: nameFromRoot(found.path, allowed) };
    // Of another reason the text room says at the link that there is nothing to link to.
    return found.problem === "too-large" ? { kind: "too-large", most: "64 MB" } : undefined;
  };
}
