import { createHmac, hash, randomUUID, timingSafeEqual } from "node:crypto";
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { FileHandle } from "#text";
import { openFile, MADE_BYTES } from "#text";

/** A file of an entry, with its path relative to the stored folder. */
export interface CacheFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** The path and the key of an entry, and the secret that signs it. */
export interface CacheEntryName {
  readonly path: string;
  readonly key: string;
  readonly secret: string | undefined;
}

/** A file in the index of an entry. The contents of the files follow each other in the order of the index. */
type IndexedFile = readonly [path: string, length: number, sha256: string];

/** The range of a file in an entry, with its hash. */
interface FilePlace {
  readonly offset: number;
  readonly length: number;
  readonly expected: string;
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
export function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

export const sha256 = (contents: string | Uint8Array): string => hash("sha256", contents, "hex");

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
  readonly #index: readonly IndexedFile[];
  #places: Map<string, FilePlace> | undefined;

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
      this.#index = parseIndex(index);
    } finally {
      file.close();
    }
  }

  /** The number of files. */
  get count(): number {
    return this.#index.length;
  }

  /** Reads one file, verified. */
  read(path: string): Buffer {
    const place = this.#placeOf(path);
    if (!place) throw new CacheEntryError(`${JSON.stringify(path)} is not in it`);
    const file = openEntry(this.#path);
    try {
      const contents = readAt(file, place.offset, place.length);
      if (sha256(contents) !== place.expected) throw new CacheEntryError(`${JSON.stringify(path)} in it is damaged`);
      return contents;
    } finally {
      file.close();
    }
  }

  /** Reads all files. Throws if one is damaged. */
  verify(): void {
    for (const [path] of this.#index) this.read(path);
  }

  /** The path of the file with the whole entry. */
  get path(): string {
    return this.#path;
  }

  /** The range of a file in the entry, and the hash that its bytes must have. */
  locate(path: string): { readonly range: readonly [offset: number, length: number]; readonly sha256: string } {
    const place = this.#placeOf(path);
    if (!place) throw new CacheEntryError(`${JSON.stringify(path)} is not in it`);
    return { range: [place.offset, place.length], sha256: place.expected };
  }

  #placeOf(path: string): FilePlace | undefined {
    if (!this.#places) {
      this.#places = new Map();
      let offset = HEADER;
      for (const [own, length, expected] of this.#index) {
        this.#places.set(own, { offset, length, expected });
        offset += length;
      }
    }
    return this.#places.get(path);
  }

  *files(): Generator<CacheFile> {
    const file = openEntry(this.#path);
    try {
      let offset = HEADER;
      for (const [path, length, expected] of this.#index) {
        const contents = readAt(file, offset, length);
        if (sha256(contents) !== expected) throw new CacheEntryError(`${JSON.stringify(path)} in it is damaged`);
        offset += length;
        yield { path, contents };
      }
    } finally {
      file.close();
    }
  }
}

/**
 * Writes an entry to a temporary file and renames it when it is complete. Never throws: an entry that cannot be written, or is too
 * large, is dropped.
 */
export class CacheEntryWriter {
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
