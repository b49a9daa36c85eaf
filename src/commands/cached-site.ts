import type { Examined, MadeSite, Making, SiteKeys } from "#build";
import { createMemo, programKey, siteKeys } from "#build";
import type { Cache, FoundPages, KeptFile } from "#cache";
import { findPages, findSite, keepPages, keepSite, openCache, sha256 } from "#cache";
import type { Settings } from "#config";
import type { Diagnostic } from "#diagnostics";
import type { Fingerprints, PartNote, Touched } from "#fingerprint";
import type { Node } from "#json";
import type { Kept, Noted, OutputFile } from "#render";
import type { Site } from "#site";
import type { Output } from "#write";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./io.ts";

/** How many files a site has, and how many of these are as an earlier run made them. */
export interface Written {
  readonly count: number;
  readonly kept: number;
}

/** What a build keeps of earlier ones, and leaves for later ones. */
export type Leaving = Pick<Making, "kept" | "note">;

/** A file of a site, and how many characters it was made of. */
type NotedFile = KeptFile & { readonly length: number };

/** Files that an earlier run made and that are as they were, by their paths. */
class KeptFiles implements Kept {
  /** How many of the steps that a site may take earlier runs took. */
  readonly steps: number;
  readonly noted: Noted;
  readonly #cache: Cache;
  readonly #touched: Touched;
  readonly #files: FoundPages["files"];
  readonly #isKept: (path: string) => boolean;
  readonly #places = new Map<string, string | undefined>();

  constructor(cache: Cache, { files, steps, noted }: FoundPages, { site, touched }: { site: Site; touched: Touched }) {
    this.#cache = cache;
    this.#files = files;
    this.#touched = touched;
    this.#isKept = site.keptPaths(touched);
    this.steps = steps;
    this.noted = noted as Noted;
  }

  /** Where a file stands, when what it holds has been compared with its hash. */
  at(path: string): string | undefined {
    if (this.#places.has(path)) return this.#places.get(path);
    const place = this.#isKept(path) ? this.was(path) : undefined;
    this.#places.set(path, place);
    return place;
  }

  /** Throws where it is damaged: what others have asked of it is not known then. */
  was(path: string): string | undefined {
    const hash = this.#files.get(path)?.hash;
    const place = hash === undefined ? undefined : this.#cache.verified(hash);
    if (hash !== undefined && place === undefined) throw new Error(`${path} is not in the cache as it was.`);
    return place;
  }

  textOf(path: string): string | undefined {
    const place = this.was(path);
    return place === undefined ? undefined : readFileSync(place, "utf8");
  }

  isSame(node: Node): boolean | undefined {
    return this.#touched.isSame(node);
  }

  /** How many files were found in their places. */
  get count(): number {
    return [...this.#places.values()].filter((place) => place !== undefined).length;
  }

  /** A file as it was. */
  noteOf(path: string): NotedFile {
    const { hash = "", length = 0 } = this.#files.get(path) ?? {};
    return { path, hash, length, isKept: true };
  }
}

/** What a build has made, and where. */
interface Left {
  readonly files: readonly NotedFile[];
  readonly at: string;
  readonly steps: number;
  /** Absent where nothing is to be kept of pages. */
  readonly noted: Noted | undefined;
}

/** Notes what goes through. */
async function* noting(files: AsyncIterable<OutputFile>, notes: NotedFile[], kept?: KeptFiles): AsyncGenerator<OutputFile> {
  for await (const file of files) {
    const { path, contents, from } = file;
    if (from !== undefined && kept !== undefined) notes.push(kept.noteOf(path));
    else notes.push({ path, hash: sha256(contents), length: typeof contents === "string" ? contents.length : 0 });
    yield file;
  }
}

const charactersOf = (files: readonly NotedFile[]): number => files.reduce((sum, { length }) => sum + length, 0);

/** Which program runs, and whether it may have threads. */
export interface Running {
  readonly version: string;
  readonly threads: boolean;
}

/** What a build leaves for the next one in a folder, and finds there. */
export class CachedSite {
  readonly memo;
  readonly #cache: Cache;
  readonly #program: string;
  #keys: SiteKeys = { site: "" };
  #fingerprints: Fingerprints | undefined;
  #before: FoundPages | undefined;

  constructor(cache: Cache, { version, threads }: Running) {
    this.#cache = cache;
    if (threads) cache.verifyAhead();
    this.#program = programKey(version);
    this.memo = createMemo((conditions) => cache.read("faultless", `${this.#program} ${conditions}`));
  }

  /** What was examined is remembered, and decides which site it is. */
  examined(examined: Examined, { settings, problems }: { readonly settings: Settings; readonly problems: readonly Diagnostic[] }): void {
    const { conditions, text } = this.memo.faultless.kept();
    this.#cache.write("faultless", `${this.#program} ${conditions}`, text);
    this.#keys = siteKeys(examined, { settings, problems, program: this.#program });
    this.#fingerprints = examined.subject?.fingerprints;
    this.#before = this.#keys.pages === undefined ? undefined : findPages(this.#cache, this.#keys.pages);
  }

  /**
   * Writes the site as an output does: files of the same site that was built before, or such as are made now, but for those that tell
   * of nothing that has changed since the last time.
   */
  async write(output: Output, made: MadeSite, make: (leaving: Leaving) => Promise<AsyncIterable<OutputFile>>): Promise<Written> {
    await this.#cache.settled();
    const found = findSite(this.#cache, this.#keys.site);
    const count = found && (await output.write(found).catch(() => undefined));
    if (count !== undefined) return { count, kept: count };
    let noted: Noted | undefined;
    const note = (known: Noted): unknown => (noted = known);
    const kept = this.#keptOf(made);
    const some = kept && (await this.#inPart(output, kept, await make({ kept, note })));
    const steps = (made.steps() ?? Infinity) + (kept?.steps ?? 0);
    // What no run took in all may be more than one may take: then all is to be made in one.
    if (some && steps <= 1 && charactersOf(some.files) <= made.most) {
      this.#keep({ files: some.files, at: output.folder, steps, noted });
      return { count: some.count, kept: kept.count };
    }
    const files: NotedFile[] = [];
    const written = await output.write(noting(await make({ note }), files), made.pages);
    this.#keep({ files, at: output.folder, steps: made.steps() ?? Infinity, noted });
    return { count: written, kept: 0 };
  }

  /** Files that need not be made again; `undefined` where all have to be. */
  #keptOf({ site }: MadeSite): KeptFiles | undefined {
    const before = this.#before;
    const touched = before && this.#fingerprints?.since(before.notes as readonly PartNote[]);
    return touched && new KeptFiles(this.#cache, before, { site, touched });
  }

  /** What has come of it, unless anything stood in its way: with nothing kept that goes away, or shows itself. */
  async #inPart(
    output: Output,
    kept: KeptFiles,
    made: AsyncIterable<OutputFile>,
  ): Promise<{ count: number; files: NotedFile[] } | undefined> {
    const files: NotedFile[] = [];
    try {
      return { count: await output.write(noting(made, files, kept)), files };
    } catch {
      return undefined;
    }
  }

  /** Keeps the site, and what it takes to keep pages of it the next time. */
  #keep({ files, at, steps, noted }: Left): void {
    const { pages, site } = this.#keys;
    if (pages !== undefined && this.#fingerprints && noted && steps <= 1) {
      const notes = this.#fingerprints.notes(this.#before?.notes as readonly PartNote[] | undefined);
      keepPages(this.#cache, pages, { site, steps, lengths: files.map(({ length }) => length), noted, notes });
    }
    keepSite(this.#cache, site, { files, at: (path) => join(at, path) });
  }
}

/** The cache that the settings ask for; throws where its folder is not to be trusted. */
export function cachedSite({ cache }: Settings, running: Running): CachedSite | undefined {
  if (cache === undefined) return undefined;
  const opened = openCache(cache);
  if (!("reason" in opened)) return new CachedSite(opened, running);
  throw new UsageError(
    `The cache folder ${JSON.stringify(cache)} ${opened.reason}.`,
    "Name a folder of its own, which only you can write to.",
  );
}
