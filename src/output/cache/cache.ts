import { lstatSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CacheEntryName, CacheFile } from "./cache-entry.ts";
import { CacheEntry, CacheEntryWriter, sha256, attempt } from "./cache-entry.ts";

/** The file that marks a folder as a cache, so that backups skip it (Cache Directory Tagging Specification). */
const TAG = "CACHEDIR.TAG";
const SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of msgdocs. It may be removed at any time.\n";

const isMissing = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) === undefined;

/** The folder of the entries inside a cache. */
const ENTRIES = "entries";

/** Creates a folder that only the user can access. For an existing one it returns why others may have put files into it, as a clause. */
function claimFolder(folder: string): string | undefined {
  if (isMissing(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) return "is a symbolic link";
  if (!stats.isDirectory()) return "is not a folder";
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (stats.uid !== user) return "belongs to another user";
  return (stats.mode & 0o022) === 0 ? undefined : "can be written to by other users";
}

/** Why the folder of the entries cannot be used, as a clause. A checkout of a repository never creates a folder that others cannot read. */
function claimEntries(folder: string): string | undefined {
  const refused = claimFolder(folder);
  if (refused !== undefined || process.getuid === undefined) return refused;
  return (lstatSync(folder).mode & 0o077) === 0 ? undefined : "others can read and msgdocs did not create; remove it";
}

/**
 * Claims the folder of a cache and that of its entries: files that others put there would become pages, and behind a link, files of
 * others would be removed. Returns why they cannot be used, as a clause. Throws errors of the file system.
 */
function claimCacheFolder(folder: string): string | undefined {
  const refused = claimFolder(folder);
  if (refused !== undefined) return refused;
  const isTagged = !isMissing(join(folder, TAG));
  if (!isTagged && readdirSync(folder).length > 0) return "holds files that are not a cache";
  if (!isTagged) writeFileSync(join(folder, TAG), SIGNATURE, { flag: "wx" });
  const within = claimEntries(join(folder, ENTRIES));
  return within && `holds ${JSON.stringify(ENTRIES)}, which ${within}`;
}

/** The size of all entries in bytes. */
const LARGEST = 2 * 1024 ** 3;

/** Temporary files are removed after this time in milliseconds: younger ones may belong to another run. */
const MIN_AGE = 60 * 60 * 1000;

/** The name of an entry, and of a temporary file of one. Files with other names are not ours to remove. */
const ENTRY_NAME = /^[0-9a-f]{64}$/;
const TEMPORARY_NAME = /^[0-9a-f]{64}\.[0-9a-f-]{36}$/;

export interface CacheOptions {
  /** The secret that signs entries. Without one, anybody who can write to the folder can put pages into a site. */
  readonly secret?: string | undefined;
  /** Called with a sentence that says why an entry is not used. */
  readonly warn: (message: string) => void;
  /** The size of all entries in bytes. Without any limit, nothing is removed until {@link Cache.prune} is called. */
  readonly largest?: number | undefined;
}

/**
 * Stores the results of earlier runs: whole folders by key, such as the files of a site or of a part of a portal. Each entry is one
 * file. Only reading the files of a found entry throws, if the entry is damaged.
 */
export class Cache {
  readonly #entries: string;
  readonly #options: CacheOptions;
  readonly #largest: number;

  constructor(folder: string, options: CacheOptions) {
    this.#entries = join(folder, ENTRIES);
    this.#options = options;
    this.#largest = options.largest ?? LARGEST;
  }

  /** Finds the entry of a key, verifies its index, and marks it as used. */
  find(key: string): CacheEntry | undefined {
    const name = this.#nameOf(key);
    const { path } = name;
    try {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
      const entry = new CacheEntry(name);
      attempt(() => utimesSync(path, new Date(), new Date()));
      return entry;
    } catch (error) {
      this.refuse(error);
      attempt(() => rmSync(path, { force: true, recursive: true }));
      return undefined;
    }
  }

  /** Warns that an entry is not used. */
  refuse(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.warn(`An entry of the cache is not used: ${reason}. It is made anew.`);
  }

  /** Reads all files of an entry again. A damaged one is removed, with a warning. Returns whether that happened. */
  removeDamaged(key: string): boolean {
    try {
      this.find(key)?.verify();
      return false;
    } catch (error) {
      this.refuse(error);
      this.remove(key);
      return true;
    }
  }

  /** Passes files on, and stores them under a key when all of them have passed. */
  async *keep<File extends CacheFile>(key: string, files: Iterable<File> | AsyncIterable<File>): AsyncGenerator<File> {
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
    if (this.#largest !== Infinity) this.prune();
  }

  /** Removes the entry of a key that will not be asked for again. */
  remove(key: string): void {
    attempt(() => rmSync(this.#nameOf(key).path, { force: true }));
  }

  #nameOf(key: string): CacheEntryName {
    return { path: join(this.#entries, sha256(key)), key, secret: this.#options.secret };
  }

  /** Removes the least recently used entries down to the limit, but none used since a time, and temporary files of killed runs. */
  prune(since = Infinity): void {
    attempt(() => this.#prune(since));
  }

  #prune(since: number): void {
    const most = Math.min(this.#largest, LARGEST);
    const all = readdirSync(this.#entries).flatMap((name) => {
      const path = join(this.#entries, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, name, size: stats.size, time: stats.mtimeMs }] : [];
    });
    const entries = all.filter(({ name }) => ENTRY_NAME.test(name)).sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
    const left = all.filter(({ name, time }) => TEMPORARY_NAME.test(name) && Date.now() - time > MIN_AGE);
    let size = 0;
    const old = entries.filter((entry) => (size += entry.size) > most && entry.time < since);
    for (const { path } of [...left, ...old]) rmSync(path, { force: true, recursive: true });
  }
}

/** Opens or creates the cache in a folder. If that is not possible, the result says why, as a clause. */
export function openCache(folder: string, options: CacheOptions): Cache | { readonly reason: string } {
  try {
    const reason = claimCacheFolder(folder);
    return reason === undefined ? new Cache(folder, options) : { reason };
  } catch (error) {
    return { reason: `cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}
