import { relative, resolve } from "node:path";
import { readAcceptedChanges } from "#changes";
import type { Settings } from "#config";
import { isForAll } from "#documents";
import type { Problem } from "#report";
import { visible } from "#report";
import type { Exit, Io, PartCache, PartDocument, PortalRequest, MadePortal, PortalInput } from "#run";
import { exits, footerOf, fragmentsLine, inputOf, keepReportsApart, programKey, accessLineOf, UsageError } from "#run";
import { counted, isUrl } from "#text";
import type { PartContext } from "./make-part.ts";
import { settingsOf } from "./make-part.ts";
import type { MergeContext, MergedPortal } from "./merge-parts.ts";
import { mergeParts } from "./merge-parts.ts";
import { sayPortal, writePortal, portalReport } from "./merge.ts";
import { PartStore } from "./part-store.ts";
import { holdFolder, openThemeOrSay, partContext } from "./part.ts";
import { portalChanges } from "./portal-changes.ts";

/** A problem with the absolute path of its file. */
function located(problem: Problem, folder: string): Problem {
  const { file } = problem.place;
  return isUrl(file.id) ? problem : { ...problem, place: { ...problem.place, file: { ...file, id: resolve(folder, file.id) } } };
}

/** Makes a portal repeatedly. It keeps parts that would be the same, and what was found out about their schemas. */
export class PortalMaker {
  readonly #io: Pick<Io, "cwd" | "version" | "onInterrupt">;
  readonly #program: string;
  readonly #store: PartStore;
  #merged: Pick<MergedPortal, "fits" | "steps"> | undefined;

  constructor(io: Pick<Io, "cwd" | "version" | "onInterrupt">) {
    this.#io = io;
    this.#program = programKey(io.version);
    this.#store = new PartStore(io);
  }

  async make({ flags, settings, theme, documents, listed, changed }: PortalInput): Promise<MadePortal> {
    const { cwd, version } = this.#io;
    const context = partContext({ flags, settings, theme, version, program: this.#program }, cwd);
    const { folder } = context;
    const all = documents.map((path) => ({ path, entry: listed?.get(path) }));
    const { sources, records } = await this.#store.find(all, context, changed);
    const merged = await mergeParts(sources, { settings, theme, footer: await footerOf(settings), folder, known: this.#merged });
    this.#merged = { fits: merged.fits, steps: merged.steps };
    const named = { folder, cwd, maxProblems: settings.maxProblems };
    const unbuilt = portalReport({ ...merged, problems: merged.unbuilt }, named);
    const inputs = [...records.flatMap((record) => record.inputs ?? []), ...merged.inputs];
    return {
      contents: merged.contents(),
      report: portalReport(merged, named),
      unbuilt: { ...unbuilt, problems: unbuilt.problems.map((each) => located(each, folder)) },
      reached: accessLineOf(
        records.flatMap(({ reach }) => reach ?? []),
        { cwd, settings, theme: true },
      ),
      files: [...new Set(inputs.map(({ path }) => resolve(folder, path)))],
      globs: [...new Set([...records.flatMap(({ globs }) => globs), ...settings.guides])],
    };
  }

  /** Deletes what was kept. */
  close(): void {
    this.#store.close();
  }
}

/** Builds the portal of all documents in the settings. A document that cannot be built does not affect the others. */
export async function buildPortal(
  request: PortalRequest,
  settings: Settings,
  { io, cache }: { readonly io: Io; readonly cache: PartCache | undefined },
): Promise<Exit> {
  const { flags, takeFiles } = request;
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
  const store = new PartStore(io, cache);
  try {
    const documents = input.documents.map((path) => ({ path, entry: input.listed?.get(path) }));
    if (request.base !== undefined) refuseHidden(documents, context);
    const since = await changesOf(request, settings, io);
    let found = await store.find(documents, context);
    io.progress("merging");
    const written = await writePortal(
      found.sources,
      { settings, theme, footer: await footerOf(settings), folder, ...since },
      {
        output,
        takeFiles,
        async mended() {
          if (!store.removeDamaged()) return undefined;
          found = await store.find(documents, context);
          return found.sources;
        },
      },
    );
    const reached = found.records.flatMap(({ reach }) => reach ?? []);
    return sayPortal(written, request, {
      settings,
      folder,
      io,
      output: output?.folder,
      before: accessLineOf(reached, { cwd: io.cwd, settings, theme: true }) + (output ? fragmentsLine(input.fragments) : ""),
      also: `, ${counted(found.made, "part")} made`,
    });
  } finally {
    output?.release();
    store.close();
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
