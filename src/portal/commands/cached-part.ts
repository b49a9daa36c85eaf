import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { Cache } from "#output";
import type { Contact, Fault, PartDocument, Reach } from "#run";
import { entryKey, faultOf, isFault, settingsKey } from "#run";
import type { InputFile } from "#text";
import { guards, inputState, isUrl } from "#text";
import type { PartContext } from "./make-part.ts";
import { examinePart, faultyPart } from "./make-part.ts";
import { portalPath } from "./portal-look.ts";

/** A file that a part was made from, as {@link InputFile} has it, with its hash or problem. Paths are relative to the folder of the settings. */
export interface RecordedInput {
  readonly path: string;
  readonly state: string;
  readonly root?: string | undefined;
  readonly named: readonly string[];
  readonly largest?: number | undefined;
}

/** What a part was made from. */
export interface PartRecord {
  readonly key: string;
  /** Whether the part has a site, and not only problems. */
  readonly isBuilt: boolean;
  /** Absent if msgdocs failed on the document. */
  readonly inputs?: readonly RecordedInput[] | undefined;
  /** The globs whose matches the part depends on. */
  readonly globs: readonly string[];
  /** Whether remote files were read. */
  readonly isRemote: boolean;
  /** Absent if msgdocs failed on the document. */
  readonly reach?: Reach | undefined;
}

/** A part for a document on which msgdocs failed, and the cache that keeps it. */
interface FaultyPart {
  readonly cache: Cache;
  readonly fault: Fault;
}

const RECORD = "record.json";

const { text, flag, count, optional, list } = guards;

const isReach = guards.object<Reach>({
  document: text,
  files: list(text),
  contacts: list(guards.object<Contact>({ origin: text, variable: optional(text) })),
});

const isRecord = guards.object<PartRecord>({
  key: text,
  isBuilt: flag,
  inputs: optional(
    list(guards.object<RecordedInput>({ path: text, state: text, root: optional(text), named: list(text), largest: optional(count) })),
  ),
  globs: list(text),
  isRemote: flag,
  reach: optional(isReach),
});

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

function isUnchanged({ path, state, root, named, largest }: RecordedInput, folder: string): boolean {
  const at = (each: string): string => resolve(folder, each);
  const access = { root: root === undefined ? undefined : at(root), named: named.map(at), ...(largest === undefined ? {} : { largest }) };
  return inputState({ path: at(path), access }) === state;
}

/** The key of the record for a document under some settings. */
export function recordKey({ path, entry }: PartDocument, { settings, folder, program, look }: PartContext): string {
  const shown = settingsKey({ ...settings, portal: undefined }, folder);
  const parts = ["record", program, look, shown, settings.portal?.group, portalPath(folder, path), entry && entryKey(entry, folder)];
  return hash("sha256", JSON.stringify(parts), "hex");
}

/** The records of parts, by key. */
export interface PartRecords {
  /** The record if nothing that the part was made from has changed; otherwise `undefined`. */
  current(key: string): PartRecord | undefined;
  lastGood(key: string): PartRecord | undefined;
  keep(key: string, record: PartRecord): Promise<void>;
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

/** Whether all files that a part was made from are unchanged. */
export function hasSameFiles({ inputs }: PartRecord, folder: string): boolean {
  return inputs?.every((input) => isUnchanged(input, folder)) === true;
}

async function drain(files: AsyncIterable<unknown>): Promise<void> {
  const all = files[Symbol.asyncIterator]();
  for (let next = await all.next(); next.done !== true; next = await all.next());
}

/** The records in a cache. Remote files and matches of globs are not covered, so such parts are made in every run. */
export function cachedRecords(cache: Cache, folder: string): PartRecords {
  const store = (key: string, record: PartRecord): Promise<void> =>
    drain(cache.keep(key, [{ path: RECORD, contents: JSON.stringify(record) }]));
  return {
    current(key) {
      const record = readRecord(cache, key);
      const isCurrent = record && !record.isRemote && record.globs.length === 0 && hasSameFiles(record, folder);
      return isCurrent && cache.find(record.key) ? record : undefined;
    },
    lastGood: (key) => readRecord(cache, `good ${key}`),
    async keep(key, record) {
      await store(key, record);
      if (record.isBuilt) await store(`good ${key}`, record);
    },
  };
}

/** Stores a part for a document on which msgdocs failed. It has no inputs, so the next build tries again. */
export async function makeFaultyPart(document: PartDocument, context: PartContext, { cache, fault }: FaultyPart): Promise<PartRecord> {
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
