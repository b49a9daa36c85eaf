import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openCache } from "#output";
import type { Io, PartCache, PartDocument } from "#run";
import { cacheSecret, UsageError } from "#run";
import { inputState } from "#text";
import type { PartRecord, RecordedInput } from "./cached-part.ts";
import { keepRecord, makeCachedPart, makeFaultyPart, readRecord, recordKey } from "./cached-part.ts";
import type { PartContext } from "./make-part.ts";
import { deathOf } from "./part-fault.ts";
import { PartPool } from "./part-pool.ts";
import type { PartSource } from "./part-source.ts";
import { openCachedPart } from "./part-source.ts";

/** Up to this many parts are made in this process, because starting another takes as long as making a part. */
const FEW = 3;

/** The parts of some documents, ready to be merged. */
export interface FoundParts {
  /** A part that could not be built is followed by the last good one. */
  readonly sources: readonly PartSource[];
  readonly records: readonly PartRecord[];
  /** How many were made. */
  readonly made: number;
}

type StoreIo = Pick<Io, "cwd" | "onInterrupt"> & Partial<Pick<Io, "progress">>;

function isUnchanged({ path, state, root, named, largest }: RecordedInput, folder: string): boolean {
  const at = (each: string): string => resolve(folder, each);
  const access = { root: root === undefined ? undefined : at(root), named: named.map(at), ...(largest === undefined ? {} : { largest }) };
  return inputState({ path: at(path), access }) === state;
}

/** Creates a cache for one run. It is deleted at the end. */
function temporaryCache(io: Pick<Io, "onInterrupt">): PartCache {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-parts-"));
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = io.onInterrupt(clean);
  const cache = openCache(folder, { warn: () => undefined, secret: cacheSecret(process.env), largest: Infinity });
  if ("reason" in cache) throw new UsageError(`The folder for temporary files ${JSON.stringify(folder)} ${cache.reason}.`);
  const remove = (): void => {
    clean();
    forget();
  };
  return { cache, folder, remove };
}

/** Gives the parts of documents: from its cache, or made now. A document that cannot be built does not affect the others. */
export class PartStore {
  readonly #parts: PartCache;
  readonly #io: StoreIo;
  /** The records and the open parts of the last run, by key. */
  readonly #records = new Map<string, PartRecord>();
  #opened: ReadonlyMap<string, PartSource> = new Map();
  /** Timestamps of file systems are imprecise. */
  readonly #begun = Date.now() - 1000;

  /** Without a cache, parts are kept until the store is closed. */
  constructor(io: StoreIo, cache?: PartCache) {
    this.#io = io;
    this.#parts = cache ?? temporaryCache(io);
  }

  /** Finds the parts of documents, and makes the others. `changed` are the files and globs that changed since the last time. */
  async find(documents: readonly PartDocument[], context: PartContext, changed?: readonly string[]): Promise<FoundParts> {
    try {
      return await this.#find(documents, context, changed && new Set(changed));
    } catch (error) {
      if (!this.removeDamaged()) throw error;
      return this.#find(documents, context, undefined);
    }
  }

  /** Removes the parts of the last run that are damaged. Returns whether there are any. */
  removeDamaged(): boolean {
    const keys = [...this.#records.values()].map(({ key }) => key);
    this.#opened = new Map();
    return keys.filter((key) => this.#parts.cache.removeDamaged(key)).length > 0;
  }

  /** Deletes what was kept for this run alone. */
  close(): void {
    const { cache, remove } = this.#parts;
    if (remove) remove();
    else cache.prune(this.#begun);
  }

  async #find(documents: readonly PartDocument[], context: PartContext, changed: ReadonlySet<string> | undefined): Promise<FoundParts> {
    const keyed = documents.map((document) => ({ document, key: recordKey(document, context) }));
    const isCurrent = ({ key }: (typeof keyed)[number]): boolean => this.#isCurrent(this.#read(key), context.folder, changed);
    const open = keyed.filter((each) => !isCurrent(each));
    await this.#make(open, context);
    const opened = new Map<string, PartSource>();
    const source = (record: PartRecord | undefined, { path }: PartDocument): PartSource[] => {
      const entry = record && this.#parts.cache.find(record.key);
      const found =
        record &&
        (this.#opened.get(record.key) ?? (entry && openCachedPart(entry, path, { msgdocs: context.version, look: context.look })));
      if (found) opened.set(record.key, found);
      return found ? [found] : [];
    };
    const parts = keyed.map(({ document, key }) => {
      const record = this.#read(key);
      const own = source(record, document);
      if (!record || own.length === 0) throw new Error(`The part of ${document.path} is gone from the cache.`);
      return { record, sources: [...own, ...(record.isBuilt ? [] : source(this.#read(`good ${key}`), document))] };
    });
    if (this.#parts.remove) for (const key of this.#opened.keys()) if (!opened.has(key)) this.#parts.cache.remove(key);
    this.#opened = opened;
    return { sources: parts.flatMap(({ sources }) => sources), records: parts.map(({ record }) => record), made: open.length };
  }

  #read(key: string): PartRecord | undefined {
    const record = this.#records.get(key) ?? readRecord(this.#parts.cache, key);
    if (record) this.#records.set(key, record);
    return record;
  }

  /**
   * Whether nothing has changed that a part was made from. Without a list of what changed, that cannot be known of remote files and
   * matches of globs, so such parts are made in every run.
   */
  #isCurrent(record: PartRecord | undefined, folder: string, changed: ReadonlySet<string> | undefined): boolean {
    if (!record?.inputs) return false;
    const { inputs, globs, isRemote, key } = record;
    if (isRemote ? !changed || changed.size === 0 : !changed && globs.length > 0) return false;
    // A file may be saved between reading and hashing it, so changed files are checked before hashes.
    if (changed && [...inputs.map(({ path }) => resolve(folder, path)), ...globs].some((path) => changed.has(path))) return false;
    return inputs.every((input) => isUnchanged(input, folder)) && (this.#opened.has(key) || this.#parts.cache.find(key) !== undefined);
  }

  async #make(open: readonly { readonly document: PartDocument; readonly key: string }[], context: PartContext): Promise<void> {
    const { cache, folder, remove } = this.#parts;
    const { cwd, progress, onInterrupt } = this.#io;
    const keys = new Map(open.map(({ document, key }) => [document, key]));
    let count = 0;
    const made = async (document: PartDocument, record: PartRecord): Promise<void> => {
      count += 1;
      progress?.(`part ${count} of ${open.length}`);
      const key = keys.get(document) ?? "";
      for (const each of record.isBuilt ? [key, `good ${key}`] : [key]) {
        this.#records.set(each, record);
        if (!remove) await keepRecord(cache, each, record);
      }
    };
    if (open.length <= FEW) {
      for (const { document } of open) await made(document, await makeCachedPart(document, context, cache));
      return;
    }
    const { flags, settings, version } = context;
    const pool = new PartPool({ flags, cwd, version, cache: folder, analytics: settings.analytics !== undefined });
    const forget = onInterrupt(() => pool.stop());
    try {
      const died = async (document: PartDocument, how: string): Promise<void> =>
        made(document, await makeFaultyPart(document, context, { cache, fault: deathOf(how) }));
      await pool.make([...keys.keys()], { made, died });
    } finally {
      pool.stop();
      forget();
    }
  }
}
