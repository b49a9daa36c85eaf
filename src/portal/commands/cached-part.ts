import { hash } from "node:crypto";
import type { Cache } from "#output";
import type { Contact, Fault, PartDocument, OutsideAccess } from "#run";
import { entryKey, faultOf, isFault, settingsKey } from "#run";
import type { Guarded, InputFile } from "#text";
import { guards, inputState, isUrl } from "#text";
import type { PartContext } from "./make-part.ts";
import { examinePart, faultyPart } from "./make-part.ts";
import { portalPath } from "./portal-look.ts";

const { text, flag, count, optional, list, object, shape } = guards;

/** A file that a part was made from, as {@link InputFile} has it, with its hash or problem. Paths are relative to the folder of the settings. */
const isInput = shape({ path: text, state: text, root: optional(text), named: list(text), largest: optional(count) });

export type RecordedInput = Guarded<typeof isInput>;

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

export type PartRecord = Guarded<typeof isRecord>;

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
export function recordKey({ path, entry }: PartDocument, { settings, folder, program, look }: PartContext): string {
  const shown = settingsKey({ ...settings, portal: undefined }, folder);
  const parts = ["record", program, look, shown, settings.portal?.group, portalPath(folder, path), entry && entryKey(entry, folder)];
  return hash("sha256", JSON.stringify(parts), "hex");
}

/** Reads the record of a key; `undefined` if there is none or it is damaged. */
export function readRecord(cache: Cache, key: string): PartRecord | undefined {
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
export function keepRecord(cache: Cache, key: string, record: PartRecord): Promise<void> {
  return drain(cache.keep(key, [{ path: RECORD, contents: JSON.stringify(record) }]));
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
