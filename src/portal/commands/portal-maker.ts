import type { Problem } from "#report";
import type { Io, MadePortal, PartCache, PortalInput, Reach } from "#run";
import { footerOf, programKey, sayReach } from "#run";
import { isUrl } from "#text";
import { findParts, openFoundPart, sourcesOf, temporaryCache } from "./build-portal.ts";
import type { PartRecord, PartRecords } from "./cached-part.ts";
import { hasSameFiles } from "./cached-part.ts";
import type { PartContext } from "./make-part.ts";
import type { MergedPortal } from "./merge-parts.ts";
import { mergeParts } from "./merge-parts.ts";
import { portalReport } from "./merge.ts";
import type { PartSource } from "./part-source.ts";
import { partContext } from "./part.ts";
import { resolve } from "node:path";

/** Records in memory. They are valid until something changes that the part was made from. */
class KnownRecords implements PartRecords {
  readonly #folder: string;
  readonly #changed: ReadonlySet<string>;
  readonly #before: Records;
  readonly now: Records = { last: new Map(), good: new Map() };

  constructor(before: Records, { folder, changed }: { readonly folder: string; readonly changed: readonly string[] }) {
    this.#before = before;
    this.#folder = folder;
    this.#changed = new Set(changed);
  }

  current(key: string): PartRecord | undefined {
    const good = this.#before.good.get(key);
    if (good) this.now.good.set(key, good);
    const record = this.#before.last.get(key);
    if (!record || !this.#isCurrent(record)) return undefined;
    this.now.last.set(key, record);
    return record;
  }

  lastGood(key: string): PartRecord | undefined {
    return this.now.good.get(key);
  }

  keep(key: string, record: PartRecord): Promise<void> {
    this.now.last.set(key, record);
    if (record.isBuilt) this.now.good.set(key, record);
    return Promise.resolve();
  }

  /** Whether a record is still valid. A file may be saved between reading and hashing it, so changed files are checked before hashes. */
  #isCurrent(record: PartRecord): boolean {
    const { inputs = [], globs, isRemote } = record;
    if (isRemote && this.#changed.size === 0) return false;
    const paths = [...inputs.map(({ path }) => resolve(this.#folder, path)), ...globs];
    return !paths.some((path) => this.#changed.has(path)) && hasSameFiles(record, this.#folder);
  }
}

/** Records by key: of the last part made, and of the last one that could be built. */
interface Records {
  readonly last: Map<string, PartRecord>;
  readonly good: Map<string, PartRecord>;
}

/** A problem with the absolute path of its file. */
function located(problem: Problem, folder: string): Problem {
  const { file } = problem.place;
  return isUrl(file.id) ? problem : { ...problem, place: { ...problem.place, file: { ...file, id: resolve(folder, file.id) } } };
}

/** Makes a portal repeatedly. It keeps parts that would be the same, and what was found out about their schemas. */
export class PortalMaker {
  readonly #io: Pick<Io, "cwd" | "version" | "onInterrupt">;
  readonly #program: string;
  #cache: PartCache | undefined;
  #records: Records = { last: new Map(), good: new Map() };
  #sources: ReadonlyMap<string, PartSource> = new Map();
  #merged: Pick<MergedPortal, "fits" | "steps"> | undefined;

  constructor(io: Pick<Io, "cwd" | "version" | "onInterrupt">) {
    this.#io = io;
    this.#program = programKey(io.version);
  }

  async make({ flags, settings, theme, documents, listed, changed }: PortalInput): Promise<MadePortal> {
    const { cwd, version } = this.#io;
    const context = partContext({ flags, settings, theme, version, program: this.#program }, cwd);
    const { folder } = context;
    this.#cache ??= temporaryCache(this.#io);
    const { cache } = this.#cache;
    const records = new KnownRecords(this.#records, { folder, changed });
    const io = { ...this.#io, progress: () => undefined };
    const all = documents.map((path) => ({ path, entry: listed?.get(path) }));
    const { parts } = await findParts(all, context, { cache: this.#cache, records, io });
    const opened = new Map<string, PartSource>();
    const sources = sourcesOf(parts, (document, record) => {
      const source = this.#sources.get(record.key) ?? openFoundPart(document, record, { cache, context });
      if (source) opened.set(record.key, source);
      return source;
    });
    const merged = await mergeParts(sources, { settings, theme, footer: await footerOf(settings), folder, known: this.#merged });
    const forgotten = [...this.#sources.keys()].filter((key) => !opened.has(key));
    this.#records = records.now;
    this.#sources = opened;
    this.#merged = { fits: merged.fits, steps: merged.steps };
    for (const key of forgotten) cache.remove(key);
    return {
      contents: merged.contents(),
      ...this.#told(merged, context),
      ...this.#dependenciesOf(
        parts.map(({ record }) => record),
        { context, guides: merged.inputs },
      ),
    };
  }

  /** Deletes what was kept. */
  close(): void {
    this.#cache?.remove?.();
  }

  #told(merged: MergedPortal, { folder, settings }: PartContext): Pick<MadePortal, "report" | "unbuilt"> {
    const named = { folder, cwd: this.#io.cwd, maxProblems: settings.maxProblems };
    const unbuilt = portalReport({ ...merged, problems: merged.unbuilt }, named);
    return {
      report: portalReport(merged, named),
      unbuilt: { ...unbuilt, problems: unbuilt.problems.map((each) => located(each, folder)) },
    };
  }

  #dependenciesOf(
    records: readonly PartRecord[],
    { context: { folder, settings }, guides }: { context: PartContext; guides: MergedPortal["inputs"] },
  ): Pick<MadePortal, "reached" | "files" | "globs"> {
    const reached: readonly Reach[] = records.flatMap(({ reach }) => reach ?? []);
    return {
      reached: sayReach(reached, { cwd: this.#io.cwd, settings, theme: true }),
      files: [...new Set([...records.flatMap(({ inputs = [] }) => inputs), ...guides].map(({ path }) => resolve(folder, path)))],
      globs: [...new Set([...records.flatMap(({ globs }) => globs), ...settings.guides])],
    };
  }
}
