import type { Cache } from "./cache.ts";

/** A file of a site: its path in it, and the SHA-256 of what it holds. */
export interface KeptFile {
  readonly path: string;
  readonly hash: string;
  /** Whether it came from the cache. */
  readonly isKept?: boolean;
}

/** A file of a site that is in the cache, at an absolute path. */
export interface FoundFile {
  readonly path: string;
  readonly from: string;
}

/** All files of a site that was built from the very same things, each of them checked; `undefined` where one of them is not as it was. */
export function findSite(cache: Cache, key: string): readonly FoundFile[] | undefined {
  const lines = cache.read("sites", key)?.split("\n").filter(Boolean);
  if (!lines || lines.length === 0) return undefined;
  const found: FoundFile[] = [];
  for (const line of lines) {
    const from = cache.verified(line.slice(0, 64));
    if (from === undefined) return undefined;
    found.push({ path: line.slice(65), from });
  }
  return found;
}

/** Keeps a site that stands in a folder. */
export function keepSite(
  cache: Cache,
  key: string,
  site: { readonly files: readonly KeptFile[]; readonly at: (path: string) => string },
): void {
  for (const { hash, path, isKept } of site.files) if (isKept !== true) cache.keep(hash, site.at(path));
  cache.write("sites", key, site.files.map(({ hash, path }) => `${hash} ${path}`).join("\n"));
  cache.prune();
}
