import { randomUUID } from "node:crypto";
import { copyFileSync, linkSync, lstatSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "#config";
import { objectPath, prune } from "./prune.ts";
import { newestSite } from "./newest-site.ts";
import { holds, readRegular, sha256 } from "./verified-file.ts";

/** What one name stands for: an entry begins with the hash of what follows, so that a damaged one is none. */
export type EntryKind = "sites" | "pages" | "faultless";

/** From how many files on a thread pays, which takes some 40 ms to start. */
const MANY = 2000;

const HASH = /^[0-9a-f]{64}$/;

/** Runs what may fail because of the disk: a cache that cannot be written to is only slow. */
function tried(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    // Full, read-only or taken away: what is not kept is made again.
    return false;
  }
}

/**
 * A folder of what earlier runs made. Entries are texts by name; objects are files by the SHA-256 of what is in them. Nothing is
 * trusted for being there: every hash is checked, and what does not match is as if it were absent. Nothing here throws.
 */
export class Cache {
  readonly #folder: string;
  /** Objects that this run has compared with their hashes. */
  #known: ReadonlySet<string> = new Set();
  #ahead: { readonly worker: Worker; readonly good: Promise<ReadonlySet<string>>; readonly end: Promise<unknown> } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #entry(kind: EntryKind, name: string): string {
    return join(this.#folder, kind, sha256(name));
  }

  /** Writes beside the place and renames, so that nobody ever reads half of it. */
  #put(place: string, write: (path: string) => void): boolean {
    const beside = `${place}.${randomUUID()}`;
    const done = tried(() => {
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      write(beside);
      renameSync(beside, place);
    });
    if (!done) tried(() => rmSync(beside, { force: true }));
    return done;
  }

  /** The text of an entry, which counts as used by that. */
  read(kind: EntryKind, name: string): string | undefined {
    const path = this.#entry(kind, name);
    const text = readRegular(path)?.toString("utf8");
    const [hash = "", body] = text === undefined ? [] : [text.slice(0, 64), text.slice(65)];
    if (body === undefined || sha256(`${name}\n${body}`) !== hash) {
      tried(() => rmSync(path, { force: true, recursive: true }));
      return undefined;
    }
    tried(() => utimesSync(path, new Date(), new Date()));
    return body;
  }

  write(kind: EntryKind, name: string, body: string): void {
    this.#put(this.#entry(kind, name), (path) => writeFileSync(path, `${sha256(`${name}\n${body}`)}\n${body}`, { mode: 0o600 }));
  }

  /**
   * Begins to compare the files of the site that was used last with their hashes, in a thread, unless they are few: meanwhile a document
   * is checked. The thread then removes what `prune` would at the end.
   */
  verifyAhead(many = MANY): void {
    if ((newestSite(this.#folder)?.files ?? 0) < many) return;
    const worker = new Worker(join(packageRoot(), "dist", "verify-worker.js"), { workerData: this.#folder });
    const end = new Promise((resolve) => worker.on("exit", resolve));
    const good = new Promise<ReadonlySet<string>>((resolve) => {
      worker.on("message", (hashes: readonly string[]) => resolve(new Set(hashes)));
      // What is not said to be good is looked at when it is asked for.
      worker.on("error", () => resolve(new Set()));
      worker.on("exit", () => resolve(new Set()));
    });
    // A run that has come to its end does not wait for it.
    worker.unref();
    this.#ahead = { worker, good, end };
  }

  /** Waits for what was begun ahead. */
  async settled(): Promise<void> {
    if (!this.#ahead) return;
    const { worker, good, end } = this.#ahead;
    worker.ref();
    this.#known = await good;
    // It must not remove what is kept from now on.
    await end;
  }

  /** The path of an object whose contents are what its hash says; a damaged one is removed. */
  verified(hash: string): string | undefined {
    if (!HASH.test(hash)) return undefined;
    const path = objectPath(this.#folder, hash);
    if (this.#known.has(hash) || holds(path, hash)) return path;
    tried(() => rmSync(path, { force: true, recursive: true }));
    return undefined;
  }

  /** Keeps a file as it is now under its hash: as another name of it, or where the disk cannot do that as a copy. */
  keep(hash: string, file: string): void {
    const path = objectPath(this.#folder, hash);
    const linked = tried(() => {
      if (lstatSync(path, { throwIfNoEntry: false })) return;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      linkSync(file, path);
    });
    if (!linked) this.#put(path, (beside) => copyFileSync(file, beside));
  }

  /** Removes what the last runs did not use, unless that was done ahead. */
  prune(): void {
    if (!this.#ahead) tried(() => prune(this.#folder));
  }
}
