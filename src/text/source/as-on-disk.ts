import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { isInside } from "../files/index.ts";

/** The names in a folder; none where it is not there, or not inside of the root when its links are followed. */
function namesIn(folder: string, root: string): readonly string[] {
  try {
    return isInside(realpathSync(root), realpathSync(folder)) ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

/**
 * A path with its names as the disk spells them: `é` has two Unicode forms, which are one name to people and on some systems. What is
 * there, or is there in neither form, stays as it is; nothing outside of the root is listed.
 */
export function asOnDisk(path: string, root: string): string {
  const name = basename(path);
  if (!isInside(root, path) || path === root || /^[ -~]*$/.test(path.slice(root.length)) || existsSync(path)) return path;
  const folder = asOnDisk(dirname(path), root);
  const wanted = name.normalize("NFC");
  const names = namesIn(folder, root);
  const found = names.find((each) => each === name) ?? names.find((each) => each.normalize("NFC") === wanted);
  return found === undefined ? path : join(folder, found);
}

/**
 * What a file inside of the root is called on every system: with `/`, and in the one Unicode form (NFC), which some systems give all
 * names. A name of another form stays as it is where it has a neighbour that would then be called the same.
 */
export function nameFromRoot(path: string, root: string): string {
  const names = relative(root, path).split(sep);
  return names
    .map((name, at) => {
      const one = name.normalize("NFC");
      if (one === name) return name;
      const neighbours = namesIn(join(root, ...names.slice(0, at)), root);
      return neighbours.some((each) => each !== name && each.normalize("NFC") === one) ? name : one;
    })
    .join("/");
}
