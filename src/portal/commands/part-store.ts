import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import type { Flags } from "#config";
import { packageRoot } from "#config";
import type { Cache } from "#output";
import { openCache, workerFlags } from "#output";
import type { Io, PartCache, PartDocument, Contact, Fault, OutsideAccess } from "#run";
import { cacheSecret, UsageError, entryKey, faultOf, isFault, settingsKey } from "#run";
import type { Guarded, InputFile } from "#text";
import { inputState, guards, isUrl } from "#text";
import type { PartContext } from "./make-part.ts";
import { examinePart, faultyPart } from "./make-part.ts";
import type { PartSource, SentError } from "./part-source.ts";
import { deathOf, openCachedPart, receivedError, portalPath } from "./part-source.ts";

const { text, flag, count, optional, list, object, shape } = guards;

/** A file that a part was made from, as {@link InputFile} has it, with its hash or problem. Paths are relative to the folder of the settings. */
const isInput = shape({ path: text, state: text, root: optional(text), named: list(text), largest: optional(count) });

type RecordedInput = Guarded<typeof isInput>;

const isReach = object<OutsideAccess>({
  document: text,
  files: list(text),
  contacts: list(object<Contact>({ origin: text, variable: optional(text) })),
});

/** What a part was made from. */
const isRecord = shape({
  key: text,
  /** Whether the part has a site, and not only problems. */
  isBuilt: flag,
  /** Absent if msgdocs failed on the document. */
  inputs: optional(list(isInput)),
  /** The globs whose matches the part depends on. */
  globs: list(text),
  /** Whether remote files were read. */
  isRemote: flag,
  /** Absent if msgdocs failed on the document. */
  reach: optional(isReach),
});

type PartRecord = Guarded<typeof isRecord>;

/** A part for a document on which msgdocs failed, and the cache that keeps it. */
interface FaultyPart {
  readonly cache: Cache;
  readonly fault: Fault;
}

const RECORD = "record.json";

function recorded(input: InputFile, folder: string): RecordedInput {
  const { root, named = [], largest } = input.access;
  const below = (path: string): string => portalPath(folder, path);
  return {
    path: below(input.path),
    state: inputState(input),
    root: root === undefined ? undefined : below(root),
    named: named.map(below),
    largest,
  };
}

/** The key of the record for a document under some settings. */
function recordKey({ path, entry }: PartDocument, { settings, folder, program, look }: PartContext): string {
  const shown = settingsKey({ ...settings, portal: undefined }, folder);
  const parts = ["record", program, look, shown, settings.portal?.group, portalPath(folder, path), entry && entryKey(entry, folder)];
  return hash("sha256", JSON.stringify(parts), "hex");
}

/** Reads the record of a key; `undefined` if there is none or it is damaged. */
function readRecord(cache: Cache, key: string): PartRecord | undefined {
  const entry = cache.find(key);
  if (!entry) return undefined;
  try {
    for (const { contents } of entry.files()) {
      const found: unknown = JSON.parse(String(contents));
      return isRecord(found) ? found : undefined;
    }
  } catch (error) {
    cache.refuse(error);
  }
  return undefined;
}

async function drain(files: AsyncIterable<unknown>): Promise<void> {
  const all = files[Symbol.asyncIterator]();
  for (let next = await all.next(); next.done !== true; next = await all.next());
}

/** Stores a record under a key. */
function keepRecord(cache: Cache, key: string, record: PartRecord): Promise<void> {
  return drain(cache.keep(key, [{ path: RECORD, contents: JSON.stringify(record) }]));
}

/** Stores a part for a document on which msgdocs failed. It has no inputs, so the next build tries again. */
async function makeFaultyPart(document: PartDocument, context: PartContext, { cache, fault }: FaultyPart): Promise<PartRecord> {
  const part = faultyPart(document, context, fault);
  if (!cache.find(part.key)) await drain(cache.keep(part.key, part.files()));
  return { key: part.key, isBuilt: false, globs: [], isRemote: false };
}

/** Makes the part of a document and stores it, unless the cache has it. A failure of msgdocs on one document does not stop the others. */
export async function makeCachedPart(document: PartDocument, context: PartContext, cache: Cache): Promise<PartRecord> {
  try {
    return await makeSoundPart(document, context, cache);
  } catch (error) {
    if (!isFault(error)) throw error;
    return makeFaultyPart(document, context, { cache, fault: faultOf(error) });
  }
}

async function makeSoundPart(document: PartDocument, context: PartContext, cache: Cache): Promise<PartRecord> {
  const { folder } = context;
  const part = await examinePart(document, context);
  const kept = cache.find(part.key);
  if (!kept) await drain(cache.keep(part.key, part.files()));
  const { examined, globs, reach } = part;
  const inputs = [...examined.inputs, ...part.inputs].map((input) => recorded(input, folder));
  const isBuilt = kept ? kept.count > 1 : part.made().index.index !== undefined;
  const isRemote = isUrl(document.path) || examined.contacts.length > 0;
  return { key: part.key, isBuilt, inputs, globs, isRemote, reach };
}

/** The data a process gets before it makes parts. */
export interface WorkerStart {
  readonly flags: Flags;
  readonly cwd: string;
  readonly version: string;
  /** The folder of the cache for the parts. */
  readonly cache: string;
  /** Whether pages count visits. A preview never does, whatever the settings say. */
  readonly analytics: boolean;
}

export type WorkerMessage = { readonly start: WorkerStart } | { readonly document: PartDocument };

export type WorkerAnswer = { readonly record: PartRecord } | { readonly error: SentError };

/** Receives the result for each document: the part, or how its process ended. */
interface PoolListener {
  readonly made: (document: PartDocument, record: PartRecord) => Promise<void>;
  readonly died: (document: PartDocument, how: string) => Promise<void>;
}

/** Makes parts in processes, one for each core. Their memory is freed at the end, and a crash affects only one document. */
class PartPool {
  readonly #start: WorkerStart;
  readonly #count: number;
  readonly #children = new Set<ChildProcess>();

  constructor(start: WorkerStart, count = availableParallelism()) {
    this.#start = start;
    this.#count = count;
  }

  /** Makes all parts, and reports each. A process that ends is replaced, but its document is not tried again. */
  async make(documents: readonly PartDocument[], { made, died }: PoolListener): Promise<void> {
    const waiting = [...documents].reverse();
    const work = async (): Promise<void> => {
      let child: ChildProcess | undefined;
      try {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          child ??= this.#fork();
          const answer = await this.#ask(child, next);
          if ("record" in answer) await made(next, answer.record);
          else {
            this.#children.delete(child);
            child = undefined;
            await died(next, answer.ended);
          }
        }
      } finally {
        if (child) this.#children.delete(child);
        child?.kill();
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#count, waiting.length) }, work));
  }

  /** Ends all processes at once. */
  stop(): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }

  #fork(): ChildProcess {
    const child = fork(join(packageRoot(), "dist", "part-worker.js"), {
      ...workerFlags(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      cwd: this.#start.cwd,
    });
    this.#children.add(child);
    child.on("error", () => undefined);
    child.send({ start: this.#start } satisfies WorkerMessage);
    return child;
  }

  #ask(child: ChildProcess, document: PartDocument): Promise<{ readonly record: PartRecord } | { readonly ended: string }> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null, signal: string | null): void => resolve({ ended: signal ?? `exit code ${code ?? "unknown"}` });
      const failed = (error: Error): void => ended(null, error.message);
      const told = (answer: WorkerAnswer): void => {
        child.off("exit", ended).off("error", failed);
        if ("record" in answer) resolve(answer);
        else reject(receivedError(answer.error));
      };
      child.once("exit", ended).once("error", failed).once("message", told);
      // It may have ended since its last answer.
      if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode);
      else child.send({ document } satisfies WorkerMessage);
    });
  }
}

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
