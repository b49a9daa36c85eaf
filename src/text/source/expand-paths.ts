import { existsSync, readdirSync } from "node:fs";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";

const slashed = (path: string): string => path.split(sep).join("/");

/** Every file below a folder, in code-unit order; hidden ones and installed packages are nobody's documents. */
function* filesBelow(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** What a path or a glob names; `folder` is the one that it was looked for in. */
export interface ExpandedPaths {
  readonly folder: string;
  readonly paths: readonly string[];
}

/** A path, cut where it stops to be the name of something: before that, a character of a glob is one of a name. */
function split(path: string): { readonly folder: string; readonly rest: string } {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  let folder = root;
  while (names[0] !== undefined && existsSync(join(folder, names[0]))) folder = join(folder, names.shift() ?? "");
  return { folder, rest: names.join("/") };
}

/** The folder that a pattern, an absolute path, is looked for in. */
export function globFolder(path: string): string {
  const literal = split(path);
  const { base, isGlob } = picomatch.scan(literal.rest);
  return isGlob ? join(literal.folder, base) : dirname(path);
}

/** Absolute paths that a pattern names: itself where there is such a file or where it is no glob, else what matches. */
export function expandPaths(pattern: string, cwd = ""): ExpandedPaths {
  const path = resolve(cwd, pattern);
  const literal = split(path);
  const { base, glob, isGlob } = picomatch.scan(literal.rest);
  if (!isGlob) return { folder: dirname(path), paths: [path] };
  const folder = join(literal.folder, base);
  const matches = picomatch(glob);
  return { folder, paths: existsSync(folder) ? [...filesBelow(folder)].filter((each) => matches(slashed(relative(folder, each)))) : [] };
}
