import { readAcceptedChanges } from "#changes";
import type { Settings } from "#config";
import { isForAll } from "#documents";
import type { Cache } from "#output";
import { openCache } from "#output";
import { visible } from "#report";
import type { Exit, Io, PartCache, PartDocument, PortalRequest } from "#run";
import { cacheSecret, exits, footerOf, fragmentsLine, inputOf, keepReportsApart, programKey, say, sayReach, UsageError } from "#run";
import { counted, isUrl } from "#text";
import type { PartRecord, PartRecords } from "./cached-part.ts";
import { cachedRecords, makeCachedPart, makeFaultyPart, recordKey } from "./cached-part.ts";
import type { PartContext } from "./make-part.ts";
import { settingsOf } from "./make-part.ts";
import type { MergeContext, MergedPortal } from "./merge-parts.ts";
import { mergeParts } from "./merge-parts.ts";
import { portalExit, portalReport, toldLine } from "./merge.ts";
import { deathOf } from "./part-fault.ts";
import { PartPool } from "./part-pool.ts";
import type { PartSource } from "./part-source.ts";
import { openCachedPart } from "./part-source.ts";
import { holdFolder, openThemeOrSay, partContext } from "./part.ts";
import { portalChanges } from "./portal-changes.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Up to this many parts are made in this process, because starting another takes as long as making a part. */
const FEW = 3;

/** The part of a document, made now or found in the cache. */
export interface FoundPart {
  readonly document: PartDocument;
  readonly record: PartRecord;
  /** The last part that could be built, if the current one could not. */
  readonly lastGood: PartRecord | undefined;
}

interface PartFinding {
  readonly cache: PartCache;
  readonly records: PartRecords;
  readonly io: Pick<Io, "cwd" | "progress" | "onInterrupt">;
}

/** Finds the parts of documents in the cache, and makes the others. */
export async function findParts(
  documents: readonly PartDocument[],
  context: PartContext,
  { cache: { cache, folder: cacheFolder }, records, io }: PartFinding,
): Promise<{ readonly parts: readonly FoundPart[]; readonly made: number }> {
  const keys = new Map(documents.map((document) => [document, recordKey(document, context)]));
  const keyOf = (document: PartDocument): string => keys.get(document) ?? "";
  const found = new Map<PartDocument, PartRecord>();
  for (const document of documents) {
    const record = records.current(keyOf(document));
    if (record) found.set(document, record);
  }
  const open = documents.filter((document) => !found.has(document));
  let count = 0;
  const made = async (document: PartDocument, record: PartRecord): Promise<void> => {
    count += 1;
    io.progress(`part ${count} of ${open.length}`);
    found.set(document, record);
    await records.keep(keyOf(document), record);
  };
  if (open.length <= FEW) for (const document of open) await made(document, await makeCachedPart(document, context, cache));
  else {
    const { flags, settings, version } = context;
    const pool = new PartPool({ flags, cwd: io.cwd, version, cache: cacheFolder, analytics: settings.analytics !== undefined });
    const forget = io.onInterrupt(() => pool.stop());
    try {
      const died = async (document: PartDocument, how: string): Promise<void> =>
        made(document, await makeFaultyPart(document, context, { cache, fault: deathOf(how) }));
      await pool.make(open, { made, died });
    } finally {
      pool.stop();
      forget();
    }
  }
  const parts = [...found].map(([document, record]): FoundPart => {
    return { document, record, lastGood: record.isBuilt ? undefined : records.lastGood(keyOf(document)) };
  });
  return { parts, made: open.length };
}

/** Opens a part in a cache. */
export function openFoundPart({ path }: PartDocument, { key }: PartRecord, { cache, context }: PartOpening): PartSource | undefined {
  const entry = cache.find(key);
  return entry && openCachedPart(entry, path, { msgdocs: context.version, look: context.look });
}

interface PartOpening {
  readonly cache: Cache;
  readonly context: PartContext;
}

/** The parts to merge. A part that could not be built is followed by the last good one. */
export function sourcesOf(
  parts: readonly FoundPart[],
  open: (document: PartDocument, record: PartRecord) => PartSource | undefined,
): PartSource[] {
  return parts.flatMap(({ document, record, lastGood }) => {
    const own = open(document, record);
    if (!own) throw new Error(`The part of ${document.path} is gone from the cache.`);
    const good = lastGood && open(document, lastGood);
    return good ? [own, good] : [own];
  });
}

/** Creates a cache for one run. It is deleted at the end. */
export function temporaryCache(io: Pick<Io, "onInterrupt">): PartCache {
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

/** Builds the portal of all documents in the settings. A document that cannot be built does not affect the others. */
export async function buildPortal(
  request: PortalRequest,
  settings: Settings,
  { io, cache }: { readonly io: Io; readonly cache: PartCache | undefined },
): Promise<Exit> {
  const { flags, quiet, takeFiles } = request;
  const input = await inputOf({ given: [] }, settings, io);
  if (!takeFiles && settings.output === undefined)
    throw new UsageError("Where to? Name the folder of the portal: -o DIR, or output in the settings.");
  const files = input.documents.filter((each) => !isUrl(each));
  keepReportsApart(request, { inputs: files, output: settings.output }, io);
  const theme = await openThemeOrSay(settings, request, io);
  if (!theme) return exits.usage;
  const context = partContext({ flags, settings, theme, version: io.version, program: programKey(io.version) }, io.cwd);
  const { folder } = context;
  const inputs = [
    ...files,
    settings.theme,
    ...(settings.templates ? [settings.templates] : []),
    ...(settings.cache ? [settings.cache] : []),
  ];
  const output = takeFiles ? undefined : holdFolder(settings.output ?? "", inputs, io);
  const parts = cache ?? temporaryCache(io);
  // Timestamps of file systems are imprecise.
  const begun = Date.now() - 1000;
  try {
    const documents = input.documents.map((path) => ({ path, entry: input.listed?.get(path) }));
    if (request.base !== undefined) refuseHidden(documents, context);
    const since = await changesOf(request, settings, io);
    const merging = { settings, theme, footer: await footerOf(settings), folder, ...since };
    const finding = { cache: parts, records: cachedRecords(parts.cache, folder), io };
    const { found, made, merged, wrote } = await withSoundParts(parts.cache, async (looked) => {
      const { parts: found, made } = await findParts(documents, context, finding);
      looked(found);
      const sources = sourcesOf(found, (document, record) => openFoundPart(document, record, { cache: parts.cache, context }));
      io.progress("merging");
      const merged = await mergeParts(sources, merging);
      return { found, made, merged, wrote: await deliver(merged, { output, takeFiles }) };
    });
    const reached = found.flatMap(({ record }) => record.reach ?? []);
    const report = portalReport(merged, { folder, cwd: io.cwd, maxProblems: settings.maxProblems, isStrict: settings.strict });
    io.progress(undefined);
    say(report, request, { io, to: "stderr" });
    if (output) request.written?.(output.folder);
    if (!quiet) io.stderr(sayReach(reached, { cwd: io.cwd, settings, theme: true }));
    if (!quiet && output)
      io.stderr(
        fragmentsLine(input.fragments) +
          summaryOf(merged, { wrote, made, place: relative(io.cwd, output.folder) || output.folder }) +
          toldLine(merged, settings),
      );
    return portalExit(merged, report, settings);
  } finally {
    output?.release();
    if (parts.remove) parts.remove();
    else parts.cache.prune(begun);
  }
}

/** Does the work, and again if it failed because parts in the cache are damaged: these are made anew. */
async function withSoundParts<T>(cache: Cache, work: (looked: (found: readonly FoundPart[]) => void) => Promise<T>): Promise<T> {
  let parts: readonly FoundPart[] = [];
  const looked = (found: readonly FoundPart[]): void => void (parts = found);
  try {
    return await work(looked);
  } catch (error) {
    const keys = parts.flatMap(({ record, lastGood }) => [record.key, ...(lastGood ? [lastGood.key] : [])]);
    if (keys.filter((key) => cache.removeDamaged(key)).length === 0) throw error;
    return work(looked);
  }
}

/** Refuses to compare with an earlier version if settings hide something, because the earlier version is not filtered. */
function refuseHidden(documents: readonly PartDocument[], context: PartContext): void {
  const hiding = documents.find((document) => !isForAll(settingsOf(document, context).settings));
  if (hiding === undefined) return;
  const name = visible(relative(context.folder, hiding.path));
  throw new UsageError(`--base shows what everybody may not see in ${name}.`, "Leave out --base, or build for all readers.");
}

/** The changes since the ref that was named. If a document cannot be read, the portal is built without them. */
async function changesOf(
  { base, quiet }: PortalRequest,
  settings: Settings,
  io: Io,
): Promise<Pick<MergeContext, "changes" | "faults"> | undefined> {
  if (base === undefined || !settings.portal) return undefined;
  // Names of files are relative to the folder of the settings, as everywhere in the portal.
  const own = { ...io, cwd: settings.portal.folder };
  const accepted = readAcceptedChanges({ folder: own.cwd, cwd: own.cwd });
  const found = await portalChanges(base, settings.portal, { settings, io: own, quiet: true, reading: "documented", accepted });
  if ("reports" in found) return { changes: { since: base, reports: found.reports }, faults: found.faults };
  const names = found.unread.flatMap(({ files }) => files[0]?.name ?? []).map(visible);
  if (!quiet) io.stderr(`warning: ${names.join(", ")} cannot be read; changes are not shown.\n`);
  return undefined;
}

async function deliver(
  merged: MergedPortal,
  { output, takeFiles }: { readonly output: ReturnType<typeof holdFolder> | undefined; readonly takeFiles: PortalRequest["takeFiles"] },
): Promise<number> {
  if (!output) {
    await takeFiles?.(merged.contents().files());
    return 0;
  }
  const count = await output.write(merged.contents().files());
  await output.waitForCleanup();
  return count;
}

function summaryOf(
  { portal }: MergedPortal,
  { wrote, made, place }: { readonly wrote: number; readonly made: number; readonly place: string },
): string {
  return `Wrote ${counted(wrote, "file")} of ${counted(portal.apis.length, "API")} to ${visible(place)}, ${counted(made, "part")} made\n`;
}
