import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import type { Settings } from "#config";
import { UsageError } from "./io.ts";

const NAMES = ["msgapi", "asyncapi"].flatMap((name) => ["yaml", "yml", "json"].map((extension) => `${name}.${extension}`));

/** The document of a run that names none: the settings', else the first of the usual names in the working folder. */
export function defaultDocument({ document }: Settings, cwd: string): string {
  const found = document ?? NAMES.map((name) => join(cwd, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new UsageError("There is no document: none was named, and the working folder holds none.", `Looked for ${NAMES.join(", ")}.`);
}

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

function expand(pattern: string, cwd: string): string[] {
  const { base, glob } = picomatch.scan(slashed(pattern));
  const folder = resolve(cwd, base);
  const matches = picomatch(glob);
  const found = existsSync(folder) ? [...filesBelow(folder)].filter((path) => matches(slashed(relative(folder, path)))) : [];
  if (found.length === 0) throw new UsageError(`No file matches ${JSON.stringify(pattern)}.`);
  return found;
}

/** The documents that arguments name, each once: paths, and globs where no file has that very name. */
export function expandDocuments(given: readonly string[], cwd: string): string[] {
  const all = given.flatMap((each) => {
    const isGlob = picomatch.scan(slashed(each)).isGlob && !existsSync(resolve(cwd, each));
    return isGlob ? expand(each, cwd) : [resolve(cwd, each)];
  });
  return [...new Set(all)];
}
