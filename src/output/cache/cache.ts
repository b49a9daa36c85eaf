import { lstatSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync, closeSync, openSync, renameSync, writeSync } from "node:fs";
import { join, dirname } from "node:path";
import { createHmac, hash, randomUUID, timingSafeEqual } from "node:crypto";
import type { FileHandle } from "#text";
import { openFile, MADE_BYTES } from "#text";

/** A file of an entry, with its path relative to the stored folder. */
export interface CacheFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** The path and the key of an entry, and the secret that signs it. */
interface CacheEntryName {
  readonly path: string;
  readonly key: string;
  readonly secret: string | undefined;
}

/** A file in the index of an entry. The contents of the files follow each other in the order of the index. */
type IndexedFile = readonly [path: string, length: number, sha256: string];

/** The range of a file in an entry, with its hash. */
interface FilePlace {
  readonly range: readonly [offset: number, length: number];
  readonly sha256: string;
}

/** Why an entry cannot be used. */
class CacheEntryError extends Error {}

/** An entry begins with a line of fixed length: format, digest, and the offset of its index. */
const FORMAT = "msgdocs-cache-1";
const DIGEST = 64;
const OFFSET = 14;
const HEADER = FORMAT.length + 1 + DIGEST + 1 + OFFSET + 1;

/** Bytes to collect before a write. */
const CHUNK = 1 << 20;

/** Runs an operation that the disk may fail, which a cache ignores. Returns whether it succeeded. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const sha256 = (contents: string | Uint8Array): string => hash("sha256", contents, "hex");

/** The digest of the key and the index of an entry. The index holds the hashes of the files. With a secret it is an HMAC. */
function digestOf(key: string, index: string, secret: string | undefined): string {
  const text = `${FORMAT}\n${key.length}\n${key}\n${index}`;
  return secret === undefined ? sha256(text) : createHmac("sha256", secret).update(text).digest("hex");
}

/** Reads `length` bytes of a file at an offset. Throws if there are fewer. */
function readAt(file: FileHandle, offset: number, length: number): Buffer {
  if (offset + length > file.size) throw new CacheEntryError("it is cut short");
  const bytes = file.read(length, offset);
  if (bytes.length < length) throw new CacheEntryError("it is cut short");
  return bytes;
}

/** Opens a regular file of a cache. Links are refused, because the cache never writes one. */
function openEntry(path: string): FileHandle {
  const file = openFile(path, { links: "refuse" });
  if (!("problem" in file)) return file;
  throw new CacheEntryError(file.problem === "not-a-file" ? "it is not a file" : file.reason);
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parseIndex(text: string): readonly IndexedFile[] {
  const index: unknown = JSON.parse(text);
  const isFile = (each: unknown): boolean =>
    Array.isArray(each) && typeof each[0] === "string" && isCount(each[1]) && each[1] <= MADE_BYTES && typeof each[2] === "string";
  if (!Array.isArray(index) || !index.every(isFile)) throw new CacheEntryError("it has no index");
  return index as IndexedFile[];
}

function write(file: number, bytes: Uint8Array, offset: number): void {
  for (let written = 0; written < bytes.byteLength;) {
    written += writeSync(file, bytes, written, bytes.byteLength - written, offset + written);
  }
}

/** A stored folder in one file. Opening it verifies the index, and reading it verifies each file before it is returned. */
export class CacheEntry {
  readonly #path: string;
  readonly #places = new Map<string, FilePlace>();

  /** Throws a {@link CacheEntryError} if the verification fails, and errors of the file system. */
  constructor({ path, key, secret }: CacheEntryName) {
    this.#path = path;
    const file = openEntry(path);
    try {
      const header = readAt(file, 0, HEADER).toString("latin1");
      const [format, digest = "", offset = ""] = header.trimEnd().split(" ");
      const start = Number(offset);
      const length = file.size - start;
      if (format !== FORMAT || digest.length !== DIGEST || start < HEADER || !(length > 0 && length < MADE_BYTES)) {
        throw new CacheEntryError("it is damaged");
      }
      const index = readAt(file, start, length).toString("utf8");
      const expected = digestOf(key, index, secret);
      if (!timingSafeEqual(Buffer.from(digest, "latin1"), Buffer.from(expected, "latin1"))) {
        throw new CacheEntryError(
          secret === undefined ? "it is damaged, or was made with a key" : "it was not made with the key of this run",
        );
      }
      let at = HEADER;
      for (const [own, length, sha256] of parseIndex(index)) {
        this.#places.set(own, { range: [at, length], sha256 });
        at += length;
      }
    } finally {
      file.close();
    }
  }

  /** The number of files. */
  get count(): number {
    return this.#places.size;
  }

  /** The path of the file with the whole entry. */
  get path(): string {
    return this.#path;
  }

  /** The range of a file in the entry, and the hash that its bytes must have. */
  locate(path: string): FilePlace {
    const place = this.#places.get(path);
    if (!place) throw new CacheEntryError(`${JSON.stringify(path)} is not in it`);
    return place;
  }

  /** Reads one file, verified. */
  read(path: string): Buffer {
    const file = openEntry(this.#path);
    try {
      return this.#contents(file, path);
    } finally {
      file.close();
    }
  }

  /** Reads all files. Throws if one is damaged. */
  verify(): void {
    for (const path of this.#places.keys()) this.read(path);
  }

  /** Reads all files one by one, verified. */
  *files(): Generator<CacheFile> {
    const file = openEntry(this.#path);
    try {
      for (const path of this.#places.keys()) yield { path, contents: this.#contents(file, path) };
    } finally {
      file.close();
    }
  }

  #contents(file: FileHandle, path: string): Buffer {
    const { range, sha256: expected } = this.locate(path);
    const contents = readAt(file, ...range);
    if (sha256(contents) !== expected) throw new CacheEntryError(`${JSON.stringify(path)} in it is damaged`);
    return contents;
  }
}

/**
 * Writes an entry to a temporary file and renames it when it is complete. Never throws: an entry that cannot be written, or is too
 * large, is dropped.
 */
class CacheEntryWriter {
  readonly #name: CacheEntryName;
  readonly #beside: string;
  readonly #largest: number;
  readonly #index: IndexedFile[] = [];
  #file: number | undefined;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #end = HEADER;

  constructor(name: CacheEntryName, largest: number) {
    this.#name = name;
    this.#largest = largest;
    this.#beside = `${name.path}.${randomUUID()}`;
    this.#attempt(() => {
      mkdirSync(dirname(name.path), { recursive: true, mode: 0o700 });
      this.#file = openSync(this.#beside, "wx", 0o600);
    });
  }

  add({ path, contents }: CacheFile): void {
    if (this.#file === undefined) return;
    const bytes = typeof contents === "string" ? Buffer.from(contents) : contents;
    this.#index.push([path, bytes.byteLength, sha256(bytes)]);
    this.#chunks.push(bytes);
    this.#waiting += bytes.byteLength;
    if (this.#end + this.#waiting > this.#largest) this.drop();
    else if (this.#waiting >= CHUNK) this.#attempt((file) => this.#flush(file));
  }

  /** Writes the index and the header, and renames the file to its final path. */
  finish(): void {
    const { path, key, secret } = this.#name;
    if (this.#file === undefined) return;
    this.#attempt((file) => {
      this.#flush(file);
      const index = JSON.stringify(this.#index);
      write(file, Buffer.from(index), this.#end);
      const header = `${FORMAT} ${digestOf(key, index, secret)} ${String(this.#end).padStart(OFFSET, "0")}\n`;
      write(file, Buffer.from(header, "latin1"), 0);
      renameSync(this.#beside, path);
      closeSync(file);
      this.#file = undefined;
    });
  }

  /** Removes an unfinished entry. */
  drop(): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    this.#chunks = [];
    attempt(() => closeSync(file));
    attempt(() => rmSync(this.#beside, { force: true }));
  }

  #attempt(work: (file: number) => void): void {
    if (!attempt(() => work(this.#file ?? -1))) this.drop();
  }

  #flush(file: number): void {
    write(file, Buffer.concat(this.#chunks), this.#end);
    this.#end += this.#waiting;
    this.#chunks = [];
    this.#waiting = 0;
  }
}

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
