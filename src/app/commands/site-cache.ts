import type { Examined } from "../build/index.ts";
import { programKey, siteKey } from "../build/index.ts";
import type { Cache, Output, OutputFile } from "#output";
import { openCache } from "#output";
import type { Settings } from "#config";
import type { Diagnostic } from "#text";

export interface SiteCacheOptions {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly warn: (message: string) => void;
}

/** How many files were written, and whether they came from the cache. */
export interface WriteResult {
  readonly count: number;
  readonly isCached: boolean;
}

/** The cache of a build: sites by all that they are made from. */
export class SiteCache {
  readonly #cache: Cache;
  readonly #version: string;
  #key = "";

  constructor(cache: Cache, version: string) {
    this.#cache = cache;
    this.#version = version;
  }

  /** Decides which site it is. */
  examined(examined: Examined, { settings, problems }: { readonly settings: Settings; readonly problems: readonly Diagnostic[] }): void {
    this.#key = siteKey(examined, { settings, problems, program: programKey(this.#version) });
  }

  /** Writes the site from the cache, or where it is not in there as it is made now, and keeps it. */
  async write(output: Output, atLeast: number, make: () => Promise<AsyncIterable<OutputFile>>): Promise<WriteResult> {
    const entry = this.#cache.find(this.#key);
    try {
      if (entry) return { count: await output.write(entry.files(), entry.count), isCached: true };
    } catch (error) {
      // Whatever else is in the way is in the way of a site that is made now, too.
      this.#cache.refuse(error);
    }
    return { count: await output.write(this.#cache.keep(this.#key, await make()), atLeast), isCached: false };
  }
}

/** The cache that the settings ask for; none, with a warning, where its folder cannot be used. */
export function openSiteCache({ cache }: Settings, { version, env, warn }: SiteCacheOptions): SiteCache | undefined {
  if (cache === undefined) return undefined;
  const { MSGDOCS_CACHE_KEY: secret } = env;
  const opened = openCache(cache, { secret: secret === "" ? undefined : secret, warn });
  if (!("reason" in opened)) return new SiteCache(opened, version);
  warn(`The cache folder ${JSON.stringify(cache)} ${opened.reason}. The site is built without a cache.`);
  return undefined;
}
