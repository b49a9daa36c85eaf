import type { Cache } from "./cache.ts";

/** What a site leaves for one that is made when parts of its documents have changed. */
export interface KeptPages {
  /** The key of the site whose files these are. */
  readonly site: string;
  /** How many of the steps that a site may take were taken at most, of 1. */
  readonly steps: number;
  /** How many characters each file was made of, in the order of the site. */
  readonly lengths: readonly number[];
  /** What is known of the site, as data. */
  readonly noted: unknown;
  /** What was noted of the documents, as data. */
  readonly notes: unknown;
}

/** A file of an earlier site. */
export interface FoundPage {
  /** Not compared yet. */
  readonly hash: string;
  readonly length: number;
}

/** A site that was made from the same but for what its documents say: its files by path. */
export interface FoundPages extends KeptPages {
  readonly files: ReadonlyMap<string, FoundPage>;
}

export function findPages(cache: Cache, key: string): FoundPages | undefined {
  const text = cache.read("pages", key);
  if (text === undefined) return undefined;
  const kept = JSON.parse(text) as KeptPages;
  const lines = cache.read("sites", kept.site)?.split("\n").filter(Boolean);
  const { lengths } = kept;
  return (
    lines && { ...kept, files: new Map(lines.map((line, at) => [line.slice(65), { hash: line.slice(0, 64), length: lengths[at] ?? 0 }])) }
  );
}

export function keepPages(cache: Cache, key: string, pages: KeptPages): void {
  cache.write("pages", key, JSON.stringify(pages));
}
