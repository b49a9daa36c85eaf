import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { readRegular } from "./verified-file.ts";

/** So many sites, those used last, and of these so many bytes; the last one whatever its size. */
const MOST = { sites: 4, pages: 4, faultless: 16, bytes: 2 * 1024 ** 3 };

/** A file that is being written is young; milliseconds. */
const YOUNG = 60 * 60 * 1000;

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Entries of a folder, the one used last first. Equal times are told apart by name. */
export function byUse(folder: string): string[] {
  const dated = names(folder).map((name) => ({ path: join(folder, name), time: lstatSync(join(folder, name)).mtimeMs }));
  return dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

/** Where an object is, or would be. Put together, not joined: there are tens of thousands, of names that hold nothing to resolve. */
export function objectPath(folder: string, hash: string): string {
  return `${folder}${sep}objects${sep}${hash.slice(0, 2)}${sep}${hash}`;
}

/** The objects that a site's entry names. */
export function objectsOf(entry: string): string[] {
  // The line that has no path is the entry's own hash.
  return (
    readRegular(entry)
      ?.toString("latin1")
      .match(/^[0-9a-f]{64}(?= )/gm) ?? []
  );
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Sizes of objects by their hashes, in bytes, where they are known already. */
export type Sizes = ReadonlyMap<string, number>;

function removeOldest(folder: string, kind: "pages" | "faultless"): void {
  for (const entry of byUse(join(folder, kind)).slice(MOST[kind])) rmSync(entry, { force: true, recursive: true });
}

/** Removes all but the sites and what was remembered that were used last, and the objects that no site left names. */
export function prune(folder: string, sizes: Sizes = new Map()): void {
  const used = new Set<string>();
  let bytes = 0;
  for (const [index, entry] of byUse(join(folder, "sites")).entries()) {
    const objects = objectsOf(entry).filter((hash) => !used.has(hash));
    bytes += objects.reduce((sum, hash) => sum + (sizes.get(hash) ?? sizeOf(objectPath(folder, hash))), 0);
    if (index > 0 && (index >= MOST.sites || bytes > MOST.bytes)) rmSync(entry, { force: true, recursive: true });
    else for (const hash of objects) used.add(hash);
  }
  removeOldest(folder, "pages");
  removeOldest(folder, "faultless");
  const now = Date.now();
  for (const group of names(join(folder, "objects"))) {
    for (const name of names(join(folder, "objects", group))) {
      if (used.has(name)) continue;
      const path = join(folder, "objects", group, name);
      const isUnfinished = name.length !== 64 && now - lstatSync(path).ctimeMs < YOUNG;
      if (!isUnfinished) rmSync(path, { force: true, recursive: true });
    }
  }
}
