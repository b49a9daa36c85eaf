import { existsSync, readdirSync } from "node:fs";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";

const slashed = (path: string): string => path.split(sep).join("/");

/** Every file below a folder, in code-unit order, without hidden files and installed packages. */
function* filesBelow(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** The files that a path or a glob matches; `folder` is where the search started. */
export interface ExpandedPaths {
  readonly folder: string;
  readonly paths: readonly string[];
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

/** The absolute paths that a pattern matches. A pattern that exists, or is not a glob, matches only itself. */
export function expandPaths(pattern: string, cwd = ""): ExpandedPaths {
  const path = resolve(cwd, pattern);
  const literal = split(path);
  const { base, glob, isGlob } = picomatch.scan(literal.rest);
  if (!isGlob) return { folder: dirname(path), paths: [path] };
  const folder = join(literal.folder, base);
  const matches = picomatch(glob);
  return { folder, paths: existsSync(folder) ? [...filesBelow(folder)].filter((each) => matches(slashed(relative(folder, each)))) : [] };
}

/** Whether a pattern matches an absolute path, also of a file that is no longer there. */
export function pathMatches(pattern: string, path: string): boolean {
  const { folder, rest } = split(pattern);
  const { base, glob, isGlob } = picomatch.scan(rest);
  return isGlob ? picomatch(glob)(slashed(relative(join(folder, base), path))) : pattern === path;
}
