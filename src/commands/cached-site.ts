import type { Examined } from "#build";
import { createMemo, programKey, siteKey } from "#build";
import type { Cache, KeptFile } from "#cache";
import { findSite, keepSite, openCache, sha256 } from "#cache";
import type { Settings } from "#config";
import type { Diagnostic } from "#diagnostics";
import type { Output, OutputFile } from "#write";
import { join } from "node:path";
import { UsageError } from "./io.ts";

/** Notes what goes through. */
async function* noted(files: AsyncIterable<OutputFile>, kept: KeptFile[]): AsyncGenerator<OutputFile> {
  for await (const file of files) {
    kept.push({ path: file.path, hash: sha256(file.contents) });
    yield file;
  }
}

/** What a build leaves for the next one in a folder, and finds there. */
export class CachedSite {
  readonly memo;
  readonly #cache: Cache;
  readonly #program: string;
  #key = "";

  constructor(cache: Cache, version: string) {
    this.#cache = cache;
    this.#program = programKey(version);
    this.memo = createMemo((conditions) => cache.read("faultless", `${this.#program} ${conditions}`));
  }

  /** What was examined is remembered, and decides which site it is. */
  examined(examined: Examined, { settings, problems }: { readonly settings: Settings; readonly problems: readonly Diagnostic[] }): void {
    const { conditions, text } = this.memo.faultless.kept();
    this.#cache.write("faultless", `${this.#program} ${conditions}`, text);
    this.#key = siteKey(examined, { settings, problems, program: this.#program });
  }

  /** Writes the site as an output does: files of the same site that was built before, or those that are made now, and whether they were kept. */
  async write(
    output: Output,
    make: () => Promise<AsyncIterable<OutputFile>>,
    atLeast: number,
  ): Promise<{ readonly count: number; readonly kept: boolean }> {
    const found = findSite(this.#cache, this.#key);
    const count = found && (await output.write(found).catch(() => undefined));
    if (count !== undefined) return { count, kept: true };
    const files: KeptFile[] = [];
    const written = await output.write(noted(await make(), files), atLeast);
    keepSite(this.#cache, this.#key, { files, at: (path) => join(output.folder, path) });
    return { count: written, kept: false };
  }
}

/** The cache that the settings ask for; throws where its folder is not to be trusted. */
export function cachedSite({ cache }: Settings, version: string): CachedSite | undefined {
  if (cache === undefined) return undefined;
  const opened = openCache(cache);
  if (!("reason" in opened)) return new CachedSite(opened, version);
  throw new UsageError(
    `The cache folder ${JSON.stringify(cache)} ${opened.reason}.`,
    "Name a folder of its own, which only you can write to.",
  );
}
