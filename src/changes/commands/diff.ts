import { dirname, resolve } from "node:path";
import type { PortalSettings, Settings } from "#config";
import { OutputFailure } from "#output";
import type { ProblemReport } from "#report";
import { visible } from "#report";
import type { ChangeFormat, DiffRequest, DocumentVersion, Exit, Fault, Io, NamedText, ReadVersion } from "#run";
import {
  checkReportFiles,
  documentOf,
  exits,
  folderInRepository,
  isVersion,
  openSettings,
  openSnapshot,
  parseRefPath,
  pathInSnapshot,
  accessLine,
  readLocation,
  replaceFile,
  reportOf,
  reportOfFailure,
  rulePage,
  say,
  settingsFolder,
  UsageError,
} from "#run";
import { counted, isUrl, realPathOf, statsOf } from "#text";
import type { ChangeReport } from "../report/index.ts";
import { changesFail, printChangesInPieces, printFailedChanges } from "../report/index.ts";
import type { CompareContext } from "./compare-documents.ts";
import {
  readAcceptedChanges,
  writeAcceptedChanges,
  brokenText,
  compareVersions,
  isBroken,
  isNew,
  reportOn,
  partialFaults,
} from "./compare-documents.ts";

/** What is found between two versions of a portal, and the comparisons on which msgdocs itself failed. */
export interface ChangesInPortal {
  readonly reports: readonly ChangeReport[];
  readonly faults: readonly (Fault & { readonly file: string })[];
}

/** Compares all documents of a portal with a git ref, or finds the documents that cannot be read now. */
type PortalComparison = (
  base: string,
  portal: PortalSettings,
  context: CompareContext & { readonly quiet: boolean },
) => Promise<ChangesInPortal | { readonly unread: readonly ReadVersion[] }>;

/**
 * Finds one version. An argument that could be both a file and a version in git is refused: a stranger can commit a file called
 * `main:api.yaml`.
 */
async function locate(
  given: string | NamedText | undefined,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
): Promise<DocumentVersion> {
  if (typeof given === "object") {
    const stdin = () => Promise.resolve(given.text);
    return documentOf({ flags: { document: "-" }, stdinFilename: given.name }, settings, { ...io, stdin });
  }
  const version = given === undefined || isUrl(given) ? undefined : parseRefPath(given);
  const file = version && given !== undefined && statsOf(resolve(io.cwd, given));
  if (file && isVersion(version, io.cwd))
    throw new UsageError(
      `${JSON.stringify(given)} is a version of git, and there is a file of this name.`,
      `Name the file ./${given}, or rename it.`,
    );
  if (!version || file) return documentOf({ flags: { document: given } }, settings, io);
  const snapshot = openSnapshot(version.ref, io.cwd);
  return { document: pathInSnapshot(version, snapshot, io.cwd), snapshot, named: true };
}

/** Finds both versions. */
async function locateBoth(
  { documents, base }: DiffRequest,
  context: { readonly settings: Settings; readonly io: Io },
): Promise<readonly [DocumentVersion, DocumentVersion]> {
  const [first, second, third] = documents;
  if (base === undefined) {
    if (second === undefined || third !== undefined)
      throw new UsageError(
        "A comparison needs two documents, the old and the new one.",
        "Name both, or compare with a version of git: msgdocs diff --base main api.yaml",
      );
    return [await locate(first, context), await locate(second, context)];
  }
  if (second !== undefined) throw new UsageError("With --base only the new document is named.", "Leave out the old one, or --base.");
  const now = await locate(first, context);
  if (isUrl(now.document) || now.overlay)
    throw new UsageError("With --base the new document is a file of a repository.", "Name the old document too.");
  const path = resolve(realPathOf(dirname(now.document)), now.document.split(/[\\/]/).at(-1) ?? "");
  return [{ document: path, snapshot: openSnapshot(base, dirname(path)), named: true }, now];
}

/** Prints why documents cannot be read. */
function refuse(versions: readonly ReadVersion[], { request, settings, io }: DiffContext): Exit {
  const { format } = request;
  const findings = versions.flatMap(({ version, problems, files }) =>
    version ? [] : [{ diagnostics: problems, files, rootOf: () => undefined, examples: new Map<string, never>() }],
  );
  const report = reportOf(findings, { settings, documents: findings.map(({ files }) => files[0]?.id ?? ""), cwd: io.cwd });
  const isForProblems = format !== "json" && format !== "markdown" && format !== "pretty";
  say(report, { format: isForProblems ? format : "pretty", quiet: false }, { io, to: "stderr" });
  sayFailed(report, request, io);
  return exits.problems;
}

function print(reports: readonly ChangeReport[], { format, quiet, files = [] }: DiffRequest, io: Io): void {
  const optionsOf = (as: ChangeFormat) => {
    const isOfHost = as === "github" || as === "sarif" || as === "codeclimate";
    return { format: as, version: io.version, folder: isOfHost ? folderInRepository(io.cwd, process.env) : undefined, pageOf: rulePage };
  };
  const isNothing = reports.every(({ summary }) => summary.breaking + summary.unknown === 0);
  if (!quiet || format !== "pretty" || !isNothing) {
    const terminal = { colour: io.colour.stdout, columns: io.columns?.("stdout") };
    io.stdout(printChangesInPieces(reports, { ...optionsOf(format), ...terminal }));
  }
  for (const { format: own, file } of files)
    replaceFile(resolve(io.cwd, file), [...printChangesInPieces(reports, { ...optionsOf(own), colour: false })].join(""), io.cwd);
}

/** Prints a report for `json` if nothing could be compared. */
function sayFailed(report: ProblemReport, { format, writeBaseline }: DiffRequest, io: Io): void {
  if (format === "json" && !writeBaseline) io.stdout(printFailedChanges(report));
}

/** Compares two versions of a document, and prints what changed and whom it breaks. */
export async function diff(request: DiffRequest, io: Io, inPortal?: PortalComparison): Promise<Exit> {
  const said = { report: false };
  const stdout: Io["stdout"] = (text) => {
    said.report = true;
    io.stdout(text);
  };
  try {
    return await compare(request, { ...io, stdout }, inPortal);
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof OutputFailure;
    if (isExpected && !said.report) {
      const hint = error instanceof UsageError ? error.hint : undefined;
      sayFailed(reportOfFailure({ message: error.message, hint }), request, io);
    }
    throw error;
  }
}

/** What a run compares, and how it reports. */
interface DiffContext extends CompareContext {
  readonly request: DiffRequest;
}

/** Prints or records the changes. If msgdocs itself failed on some, the exit code says so. */
function finish(reports: readonly ChangeReport[], faults: readonly Fault[], context: DiffContext): Exit {
  const exit = deliver(reports, context);
  for (const { reason, hint } of faults) context.io.stderr(`error: ${visible(reason)} ${hint}\n`);
  return faults.length > 0 ? exits.bug : exit;
}

/** Where the accepted changes are listed. */
function listOf({ flags }: DiffRequest, settings: Settings, { cwd }: Io): { named?: string | undefined; folder: string; cwd: string } {
  return { named: flags.baseline, folder: settingsFolder(flags, settings, cwd), cwd };
}

function deliver(reports: readonly ChangeReport[], { request, settings, io }: DiffContext): Exit {
  if (request.writeBaseline) {
    writeAcceptedChanges(reports, listOf(request, settings, io), io);
    return exits.fine;
  }
  print(reports, request, io);
  return reports.some((report) => changesFail(report, request.failOn)) ? exits.problems : exits.fine;
}

async function compare(request: DiffRequest, io: Io, inPortal: PortalComparison | undefined): Promise<Exit> {
  const tell = (report: ProblemReport): void => {
    say(report, { format: "pretty", quiet: request.quiet }, { io, to: "stderr" });
    sayFailed(report, request, io);
  };
  const settings = await openSettings({ ...request.flags, baseline: undefined }, { format: "pretty", quiet: request.quiet, tell }, io);
  if (!settings) return exits.usage;
  const { files = [] } = request;
  checkReportFiles({ format: "pretty", quiet: false, files: files.map(({ file }) => ({ format: "json", file })) }, io);
  const accepted = request.writeBaseline ? undefined : readAcceptedChanges(listOf(request, settings, io));
  const context: DiffContext = { request, settings, io, accepted, reading: request.reading };
  const { base, documents } = request;
  if (base !== undefined && documents.length === 0 && settings.portal && inPortal)
    return finishPortal(await inPortal(base, settings.portal, { ...context, quiet: request.quiet }), context);
  const location = await locateBoth(request, context);
  const [old, now] = [await readLocation(location[0], context), await readLocation(location[1], context)];
  io.progress(undefined);
  const isFirst = base !== undefined && isNew(old, location[0]);
  if (!request.quiet) {
    const read = [old, now].map((each, at) => ({ ...each, document: location[at]?.document ?? "" }));
    io.stderr(accessLine(read, { cwd: io.cwd, settings }));
  }
  const isUnread = base !== undefined && isBroken(old, location[0]);
  if (!now.version || (!old.version && !isFirst && !isUnread)) return refuse(isFirst ? [now] : [old, now], context);
  if (isUnread) io.stderr(brokenText(old));
  if (isFirst && !request.quiet)
    io.stderr(`${visible(location[0].snapshot?.nameOf(location[0].document) ?? "")} is not there: the document is new.\n`);
  io.progress("comparing");
  const { changes, failures } = compareVersions({ old, now, location }, context);
  io.progress(undefined);
  const report = reportOn(changes, { old, now, location }, context);
  return finish([report], partialFaults(failures, `${report.old.name} with ${report.new.name}`), context);
}

/** Reports on all documents of a portal. */
function finishPortal(found: Awaited<ReturnType<PortalComparison>>, context: DiffContext): Exit {
  if ("unread" in found) return refuse(found.unread, context);
  const { io, request } = context;
  const { reports, faults } = found;
  const exit = finish(reports, faults, context);
  const changed = reports.filter(({ presence, changes }) => presence !== "both" || changes.length > 0);
  if (!request.quiet && !request.writeBaseline) io.stderr(`${changed.length} of ${counted(reports.length, "API")} changed.\n`);
  return exit;
}
