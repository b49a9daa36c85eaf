import type { Cache } from "./cache.ts";

/** What a site leaves for one that is made when parts of its documents have changed. */
export interface KeptPages {
  /** The key of the site whose files these are. */
  readonly site: string;
  /** How much of what a site may take was taken at most, of 1. */
  readonly spent: number;
  /** What is known of the site, as data. */
  readonly noted: unknown;
  /** What was noted of the documents, as data. */
  readonly notes: unknown;
}

/** A site that was made from the same but for what its documents say: its files by path, by their hashes, not checked yet. */
export interface FoundPages extends KeptPages {
  readonly files: ReadonlyMap<string, string>;
}

export function findPages(cache: Cache, key: string): FoundPages | undefined {
  const text = cache.read("pages", key);
  if (text === undefined) return undefined;
  const kept = JSON.parse(text) as KeptPages;
  const lines = cache.read("sites", kept.site)?.split("\n").filter(Boolean);
  return lines && { ...kept, files: new Map(lines.map((line) => [line.slice(65), line.slice(0, 64)])) };
}

export function keepPages(cache: Cache, key: string, pages: KeptPages): void {
  cache.write("pages", key, JSON.stringify(pages));
}
