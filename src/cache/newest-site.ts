import { lstatSync } from "node:fs";
import { join } from "node:path";
import { byUse } from "./prune.ts";

/** About how many characters an entry has for a file: a hash and a path. */
const LINE = 100;

/** The entry of the site that was used last, and about how many files it names; `undefined` where there is none. */
export function newestSite(folder: string): { readonly entry: string; readonly files: number } | undefined {
  try {
    const [entry] = byUse(join(folder, "sites"));
    return entry === undefined ? undefined : { entry, files: lstatSync(entry).size / LINE };
  } catch {
    // Whatever is wrong with it: nothing is known of it.
    return undefined;
  }
}
