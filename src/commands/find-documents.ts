import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#config";
import { expandPaths } from "#source";
import { UsageError } from "./io.ts";

/** The usual names of a document, those that win first. */
export const documentNames = ["msgapi", "asyncapi"].flatMap((name) => ["yaml", "yml", "json"].map((extension) => `${name}.${extension}`));

/** The document of a run that names none: the settings', else the first of the usual names in the working folder. */
export function defaultDocument({ document }: Settings, cwd: string): string {
  const found = document ?? documentNames.map((name) => join(cwd, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new UsageError(
    "There is no document: none was named, and the working folder holds none.",
    `Looked for ${documentNames.join(", ")}.`,
  );
}

/** The documents that arguments name, each once: paths, and globs where no file has that very name. */
export function expandDocuments(given: readonly string[], cwd: string): string[] {
  const all = given.flatMap((each) => {
    const { paths } = expandPaths(each, cwd);
    if (paths.length === 0) throw new UsageError(`No file matches ${JSON.stringify(each)}.`);
    return paths;
  });
  return [...new Set(all)];
}
