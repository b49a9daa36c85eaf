import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "./read-file.ts";

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
