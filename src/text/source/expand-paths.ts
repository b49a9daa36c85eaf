/** Finds the files that a glob matches. */
import { existsSync } from "node:fs";
import { dirname, join, parse, relative, resolve, sep, basename } from "node:path";
import { Script } from "node:vm";
import picomatch from "picomatch";
import { isInside, listFolder, realPathOf } from "../files/index.ts";

const slashed = (path: string): string => path.split(sep).join("/");

/**
 * The file inside a site that lists the files that msgdocs wrote and may remove at the next build. Its name starts with a dot, so that
 * most hosts do not serve it. The public `manifest.json` is never trusted for this.
 */
export const SITE_RECORD = ".msgdocs.json";

/**
 * Every file below a folder inside of the root, in code-unit order, without hidden files, installed packages and sites that were built
 * there: a site holds copies of its document and of its guides.
 */
function* filesBelow(folder: string, root: string, isTop = true): Generator<string> {
  const entries = listFolder(folder, { root });
  if ("problem" in entries) {
    if (entries.problem === "refused") throw Object.assign(new Error(entries.reason), { code: entries.code ?? "EACCES", path: folder });
    return;
  }
  if (!isTop && entries.some(({ name }) => name === SITE_RECORD)) return;
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, root, false);
    else yield path;
  }
}

/** The files that a path or a glob matches; `folder` is where the search started. */
export interface ExpandedPaths {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Why the glob cannot be used, in words. */
  readonly refused?: string;
}

/** The most time for matching one glob, in milliseconds. Plain ones take less than one, so that a busy machine refuses none. */
const MOST_TIME = 2000;

/**
 * The paths that a glob matches, or why it cannot be used. Settings are not trusted, and the expression that a glob becomes may take for
 * ever: only a script of its own can be stopped.
 */
function matching(glob: string, paths: readonly string[]): { readonly matches: readonly string[]; readonly refused?: string } {
  try {
    const pattern = picomatch.makeRe(glob);
    const script = new Script("paths.filter((path) => path === glob || pattern.test(path))");
    const matches = script.runInNewContext({ glob, paths, pattern }, { timeout: MOST_TIME }) as readonly string[];
    return { matches: [...matches] };
  } catch (error) {
    // The script runs in its own context with its own class `Error`, so `instanceof` would be false here.
    const isSlow = typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    return { matches: [], refused: isSlow ? "it takes too long to match" : "it is too long" };
  }
}

/** Splits a path after its existing part, in which glob characters are literal. */
function split(path: string): { readonly folder: string; readonly rest: string } {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  let folder = root;
  while (names[0] !== undefined && existsSync(join(folder, names[0]))) folder = join(folder, names.shift() ?? "");
  return { folder, rest: names.join("/") };
}

/** The folder where the search for a pattern starts. The pattern is an absolute path. */
export function globFolder(path: string): string {
  const literal = split(path);
  const { base, isGlob } = picomatch.scan(literal.rest);
  return isGlob ? join(literal.folder, base) : dirname(path);
}

/**
 * The absolute paths that a pattern matches. A pattern that exists, or is not a glob, matches only itself. Only folders inside of `root`
 * are listed; by default, that is the real path of the folder where the search starts.
 */
export function expandPaths(pattern: string, cwd = "", root?: string): ExpandedPaths {
  const path = resolve(cwd, pattern);
  const literal = split(path);
  const { base, glob, isGlob } = picomatch.scan(literal.rest);
  if (!isGlob) return { folder: dirname(path), paths: [path] };
  const folder = join(literal.folder, base);
  const names = Array.from(filesBelow(folder, root ?? realPathOf(folder)), (each) => slashed(relative(folder, each)));
  const { matches, ...refused } = matching(glob, names);
  return { folder, paths: matches.map((name) => join(folder, name)), ...refused };
}

/** Those of many absolute paths that a pattern matches, also of files that are no longer there. */
export function matchingPaths(pattern: string, paths: readonly string[]): readonly string[] {
  const { folder, rest } = split(pattern);
  const { base, glob, isGlob } = picomatch.scan(rest);
  if (!isGlob) return paths.filter((path) => path === pattern);
  const start = join(folder, base);
  const names = paths.filter((path) => isInside(start, path)).map((path) => slashed(relative(start, path)));
  return matching(glob, names).matches.map((name) => join(start, name));
}

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

/** The path from the folder of one file to another file. Both have the same root and `/` between their names. */
export function wayBetween(from: string, to: string): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}
