import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
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

/** Absolute paths that a pattern names: itself where there is such a file or where it is no glob, else what matches. */
export function expandPaths(pattern: string, cwd = ""): ExpandedPaths {
  const { base, glob, isGlob } = picomatch.scan(slashed(pattern));
  const path = resolve(cwd, pattern);
  if (!isGlob || existsSync(path)) return { folder: dirname(path), paths: [path] };
  const folder = resolve(cwd, base);
  const matches = picomatch(glob);
  return { folder, paths: existsSync(folder) ? [...filesBelow(folder)].filter((each) => matches(slashed(relative(folder, each)))) : [] };
}
