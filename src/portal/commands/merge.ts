import { relative, resolve } from "node:path";
import type { Settings } from "#config";
import type { Output } from "#output";
import type { JsonDiagnostic, ProblemReport } from "#report";
import { exitCode, recordedReport, renamedReport, visible } from "#report";
import type { Exit, Io, MergeRequest, PortalRequest, Reporting } from "#run";
import { exits, footerOf, keepReportsApart, openSettings, pageFault, say, settingsFolder, UsageError } from "#run";
import { counted } from "#text";
import type { PortalCode } from "../match/index.ts";
import { startOf } from "../match/index.ts";
import type { MergeContext, MergedPortal } from "./merge-parts.ts";
import { faultProblems, mergeParts } from "./merge-parts.ts";
import type { PartSource } from "./part-source.ts";
import { openPart, withoutDamaged, lookOf, portalOf } from "./part-source.ts";
import { holdFolder, openThemeOrSay, seenFrom } from "./part.ts";

/** The report of a portal, with files relative to the working folder. */
export function portalReport(
  { problems, failures, documents, examples }: Pick<MergedPortal, "problems" | "failures" | "documents" | "examples">,
  { folder, cwd, maxProblems, isStrict }: { folder: string; cwd: string; maxProblems?: number | undefined; isStrict?: boolean },
) {
  const place = startOf(documents[0] ?? "");
  const ours = faultProblems(failures.map((failure) => ({ ...pageFault(failure), place })));
  return renamedReport(recordedReport([...problems, ...ours], { documents, examples, maxProblems, isStrict }), seenFrom(cwd, folder));
}

/** The findings between documents that are fine. Unless the settings say so, they fail `check`, and do not stop the portal. */
const BETWEEN: ReadonlySet<string> = new Set<PortalCode>([
  "portal/clash",
  "portal/contradiction",
  "portal/message-id",
  "portal/not-received",
  "portal/one-sided",
]);

/** The exit code of a portal. If msgdocs itself failed on a document, that comes before everything else; then parts that are damaged. */
function portalExit({ problems, failures, damaged }: MergedPortal, { summary }: ProblemReport, settings: Settings): Exit {
  if (failures.length > 0 || problems.filter(({ code }) => code === "run/failed").length > damaged) return exits.bug;
  if (damaged > 0) return exits.usage;
  const errors = summary.errors - toldOnly(problems, settings);
  return exitCode({ ...summary, errors }, settings);
}

/** The number of errors that do not stop the portal. */
function toldOnly(problems: readonly JsonDiagnostic[], { rules, strict }: Settings): number {
  if (strict) return 0;
  return problems.filter(({ code, severity }) => severity === "error" && BETWEEN.has(code) && rules[code as PortalCode] !== "error").length;
}

/** A line about errors that do not stop the portal; empty if there are none. */
function toldLine({ problems }: MergedPortal, settings: Settings): string {
  const count = toldOnly(problems, settings);
  return count === 0
    ? ""
    : `The portal shows ${counted(count, "error")} between its APIs. msgdocs check fails on them, and so does --strict.\n`;
}

/** Where a portal goes: to a folder, or to a function that takes its files. */
interface PortalTarget extends Pick<PortalRequest, "takeFiles"> {
  readonly output: Output | undefined;
  /** The parts to merge after an error; `undefined` if no part is to blame. */
  readonly mended: (sources: readonly PartSource[], error: unknown) => Promise<readonly PartSource[] | undefined>;
}

/**
 * Merges parts, and writes the portal. What parts hold is verified as it is copied, so a damaged part may be found late: then all is
 * written again with the parts that `mended` gives.
 */
export async function writePortal(
  sources: readonly PartSource[],
  context: MergeContext,
  target: PortalTarget,
): Promise<{ readonly merged: MergedPortal; readonly count: number }> {
  const { output, takeFiles, mended } = target;
  try {
    const merged = await mergeParts(sources, context);
    const files = merged.contents().files();
    const count = output ? await output.write(files) : 0;
    if (!output) await takeFiles?.(files);
    await output?.waitForCleanup();
    return { merged, count };
  } catch (error) {
    const sound = await mended(sources, error);
    if (!sound) throw error;
    return writePortal(sound, context, target);
  }
}

/** Reports a portal that was written, and returns the exit code. `written` is absent if no folder was written. */
export function sayPortal(
  { merged, count }: Awaited<ReturnType<typeof writePortal>>,
  request: Pick<MergeRequest, keyof Reporting | "written">,
  {
    settings,
    folder,
    io,
    output,
    before = "",
    also = "",
  }: {
    readonly settings: Settings;
    readonly folder: string;
    readonly io: Io;
    /** The folder that was written, if one was. */
    readonly output: string | undefined;
    /** What is said before, and beside the number of files. */
    readonly before?: string;
    readonly also?: string;
  },
): Exit {
  const { cwd } = io;
  const report = portalReport(merged, { folder, cwd, maxProblems: settings.maxProblems, isStrict: settings.strict });
  io.progress(undefined);
  say(report, request, { io, to: "stderr" });
  if (output !== undefined) request.written?.(output);
  const place = output === undefined ? "" : visible(relative(cwd, output) || output);
  const wrote = `Wrote ${counted(count, "file")} of ${counted(merged.portal.apis.length, "API")} to ${place}${also}\n`;
  if (!request.quiet) io.stderr(before + (output === undefined ? "" : wrote + toldLine(merged, settings)));
  return portalExit(merged, report, settings);
}

/** Merges parts into a portal. */
export async function merge(request: MergeRequest, io: Io): Promise<Exit> {
  const { flags, parts } = request;
  const settings = await openSettings(flags, request, io);
  if (!settings) return exits.usage;
  if (parts.length === 0) throw new UsageError("There is nothing to merge.", "Name the folders that msgdocs part wrote.");
  if (settings.output === undefined) throw new UsageError("Where to? Name the folder of the portal: -o DIR, or output in the settings.");
  keepReportsApart(request, { inputs: [], output: settings.output }, io);
  const theme = await openThemeOrSay(settings, request, io);
  if (!theme) return exits.usage;
  const folder = settingsFolder(flags, settings, io.cwd);
  const folders = parts.map((each) => resolve(io.cwd, each));
  const output = holdFolder(settings.output, folders, io);
  try {
    io.progress("reading parts");
    const origin = { msgdocs: io.version, look: lookOf(settings, theme, portalOf(settings, folder).title) };
    const sources = folders.map((each, at) => openPart(each, parts[at] ?? "", origin));
    const merging = { settings, theme, footer: await footerOf(settings), folder };
    const mended = (all: readonly PartSource[], error: unknown) => Promise.resolve(withoutDamaged(all, error));
    const written = await writePortal(sources, merging, { output, takeFiles: undefined, mended });
    return sayPortal(written, request, { settings, folder, io, output: output.folder });
  } finally {
    output.release();
  }
}
