import { lstatSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CacheEntryName, CacheFile } from "./cache-entry.ts";
import { CacheEntry, CacheEntryWriter, sha256, tried } from "./cache-entry.ts";

/** The file that says that a folder is a cache, so that backups leave it out (Cache Directory Tagging Specification). */
const TAG = "CACHEDIR.TAG";
const SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of msgdocs. It may be removed at any time.\n";

const isMissing = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) === undefined;

/** Why an existing folder is not used as a cache, as a clause; `undefined` where nothing is against it. */
function objection(folder: string): string | undefined {
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) return "is a symbolic link";
  if (!stats.isDirectory()) return "is not a folder";
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user) return "belongs to another user";
  if (user !== undefined && (stats.mode & 0o022) !== 0) return "can be written to by other users";
  if (isMissing(join(folder, TAG)) && readdirSync(folder).length > 0) return "holds files that are not a cache";
  return undefined;
}

/**
 * Makes a cache folder that nobody else can read or write, or returns as a clause why an existing one is not used: what others put
 * into it would become pages. Throws what the file system throws.
 */
function claimCacheFolder(folder: string): string | undefined {
  if (isMissing(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const refused = objection(folder);
  if (refused !== undefined) return refused;
  if (isMissing(join(folder, TAG))) writeFileSync(join(folder, TAG), SIGNATURE, { flag: "wx" });
  return undefined;
}

/** All entries together are at most so large; bytes. */
const LARGEST = 2 * 1024 ** 3;

/** A file that another run may still be writing is younger than this; milliseconds. */
const YOUNG = 60 * 60 * 1000;

export interface CacheOptions {
  /** The secret that entries are signed with. Without one, whoever can write to the folder can put pages into a site. */
  readonly secret?: string | undefined;
  /** Called with why an entry is not used, as a sentence. */
  readonly warn: (message: string) => void;
  /** Other than {@link LARGEST}, for tests; bytes. */
  readonly largest?: number;
}

/**
 * A folder of what earlier runs made: whole folders by key, such as the files of a site or of a part of a portal. Each entry is one
 * file. Nothing here throws but {@link Cache.find}'s files, where an entry turns out to be damaged.
 */
export class Cache {
  readonly #entries: string;
  readonly #options: CacheOptions;
  readonly #largest: number;

  constructor(folder: string, options: CacheOptions) {
    this.#entries = join(folder, "entries");
    this.#options = options;
    this.#largest = options.largest ?? LARGEST;
  }

  /** The entry of a key, its index verified; it counts as used by that. */
  find(key: string): CacheEntry | undefined {
    const name = this.#nameOf(key);
    const { path } = name;
    try {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
      const entry = new CacheEntry(name);
      tried(() => utimesSync(path, new Date(), new Date()));
      return entry;
    } catch (error) {
      this.refuse(error);
      tried(() => rmSync(path, { force: true, recursive: true }));
      return undefined;
    }
  }

  /** Says why an entry is not used. */
  refuse(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.warn(`An entry of the cache is not used: ${reason}. The site is made anew.`);
  }

  /** Passes files on, and keeps them under a key when all have gone through. */
  async *keep<File extends CacheFile>(key: string, files: AsyncIterable<File>): AsyncGenerator<File> {
    const writer = new CacheEntryWriter(this.#nameOf(key), this.#largest);
    try {
      for await (const file of files) {
        writer.add(file);
        yield file;
      }
      writer.finish();
    } finally {
      writer.drop();
    }
    tried(() => this.#prune());
  }

  #nameOf(key: string): CacheEntryName {
    return { path: join(this.#entries, sha256(key)), key, secret: this.#options.secret };
  }

  /** Removes the entries that were not used for longest, and what runs that were killed left. */
  #prune(): void {
    const all = readdirSync(this.#entries).flatMap((name) => {
      const path = join(this.#entries, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, name, size: stats.size, time: stats.mtimeMs }] : [];
    });
    const entries = all.filter(({ name }) => name.length === 64).sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
    const left = all.filter(({ name, time }) => name.length !== 64 && Date.now() - time > YOUNG);
    let size = 0;
    const old = entries.filter((entry) => (size += entry.size) > this.#largest);
    for (const { path } of [...left, ...old]) rmSync(path, { force: true, recursive: true });
  }
}

/** The cache in a folder, which is made where there is none; or why there can be none, as a clause. */
export function openCache(folder: string, options: CacheOptions): Cache | { readonly reason: string } {
  try {
    const reason = claimCacheFolder(folder);
    return reason === undefined ? new Cache(folder, options) : { reason };
  } catch (error) {
    return { reason: `cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}
