import { existsSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { isInside, listFolder } from "../files/index.ts";

/** The names in a folder; none if it is missing, hidden, or outside of the root when links are followed. */
export function namesIn(folder: string, root: string): readonly string[] {
  const entries = listFolder(folder, { root });
  return "problem" in entries ? [] : entries.map(({ name }) => name);
}

/**
 * A path with its names in the Unicode form that the disk has: `é` has two forms, which people and some systems treat as one name.
 * A path that exists, or exists in neither form, is returned unchanged. Nothing outside of the root is listed.
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
 * The name of a file relative to the root, the same on every system: with `/`, and in NFC, which some systems give all names.
 * A name in another form stays unchanged if a neighbour already has its NFC form.
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
