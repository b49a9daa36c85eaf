import { isAbsolute, relative, sep } from "node:path";

/** Whether the path of a document or file is a URL. */
export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** Whether a path is a folder or is inside it. Both must be absolute real paths. */
export function isInside(folder: string, path: string): boolean {
  // The beginning decides for most paths. `relative` takes ten times as long.
  if (path.startsWith(folder) && path[folder.length] === sep && !path.includes(`${sep}..`, folder.length)) return true;
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The first hidden name in a path below a folder, such as `.git` of `a/.git/config`. What lies in `node_modules` is not hidden: package
 * managers keep packages in `node_modules/.pnpm` and `node_modules/.store`, and link to them.
 */
export function hiddenName(folder: string, path: string): string | undefined {
  // Most paths have no name with a dot in front. `relative` takes ten times as long. Windows takes both separators.
  const behind = folder.length - 1;
  if (path.startsWith(folder) && !path.includes("/.", behind) && !path.includes("\\.", behind)) return undefined;
  const names = relative(folder, path).split(sep);
  return names.find((name, at) => name.startsWith(".") && name !== "." && name !== ".." && names[at - 1] !== "node_modules");
}
