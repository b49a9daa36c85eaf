import { isUtf8 } from "node:buffer";
import { relative, sep, dirname, join, resolve, basename } from "node:path";
import type { Settings, Flags } from "#config";
import { settingsAccess } from "#config";
import { isForAll } from "#documents";
import { secretsOf } from "#model";
import { visible, isOfDiff, parseBaseline } from "#report";
import type { DocumentVersion, Io, ReadVersion, Fault, DocumentChanges, Examined } from "#run";
import { isFault, ACCEPTED_CHANGES, replaceFile, UsageError, openSnapshot, readLocation, settingsFolder } from "#run";
import { isUrl, lineColumn, failureReason, counted, MADE_BYTES, namedAccess, readFile, realPathOf } from "#text";
import type { ComparisonFailure } from "../compare/index.ts";
import { compareApis, notCompared } from "../compare/index.ts";
import { siteChanges } from "../pages/index.ts";
import type { AcceptedChanges, Change, ChangeReport, ReportedVersion } from "../report/index.ts";
import { makeChangeReport, parseAcceptedChanges, printAcceptedChanges } from "../report/index.ts";

/** The options of a comparison. */
export interface CompareContext {
  readonly settings: Settings;
  readonly io: Io;
  readonly reading: "documented" | "strict";
  readonly accepted: AcceptedChanges | undefined;
}

/** Both versions of a document after reading. */
export interface LoadedPair {
  readonly location: readonly [DocumentVersion, DocumentVersion];
  readonly old: ReadVersion;
  readonly now: ReadVersion;
}

function reported({ version, files: [main] }: ReadVersion, { document, snapshot }: DocumentVersion, cwd: string): ReportedVersion {
  const name = main?.name ?? snapshot?.nameOf(document) ?? (isUrl(document) ? document : relative(cwd, document).split(sep).join("/"));
  return { name, title: version?.api.info.title ?? "", version: version?.api.info.version ?? "" };
}

/** Whether the document did not exist in the old version. */
export function isNew(old: ReadVersion, { snapshot, document }: DocumentVersion): boolean {
  const found = old.version ? undefined : snapshot?.open(document);
  return found !== undefined && "problem" in found && found.problem === "missing";
}

/** Whether there was such a document in a version of git, which cannot be read. */
export function isBroken(old: ReadVersion, { snapshot, document }: DocumentVersion): boolean {
  return !old.version && snapshot !== undefined && !("problem" in snapshot.open(document));
}

/** Why an earlier version cannot be read, as a warning. */
export function brokenText({ problems, files }: Pick<ReadVersion, "problems" | "files">): string {
  const first = problems.find(({ severity }) => severity === "error");
  if (!first) return `warning: ${visible(files[0]?.name ?? "")} cannot be read.\n`;
  const { file, start } = first.place;
  const { line, column } = lineColumn(file, start);
  return `warning: ${visible(`${file.name}:${line}:${column}`)} cannot be read: ${visible(first.message)}\n`;
}

/** What was found between two versions, and what msgdocs itself failed to compare. */
export interface FoundChanges {
  readonly changes: readonly Change[];
  readonly failures: readonly ComparisonFailure[];
}

/** The changes between both versions; empty for a new document. */
export function compareVersions(
  { old, now, location }: LoadedPair,
  { reading, settings: { limits, newMessages } }: CompareContext,
): FoundChanges {
  if (!now.version) return { changes: [], failures: [] };
  if (old.version) return compareApis(old.version, now.version, { reading, limits, newMessages });
  const { node: place, info } = now.version.api;
  const changes = isBroken(old, location[0]) ? [notCompared("the earlier version cannot be read", { place, title: info.title })] : [];
  return { changes, failures: [] };
}

/** The only change of a comparison on which msgdocs itself failed. */
export function failedChange(document: string, { version, files }: Partial<Pick<ReadVersion, "version" | "files">>): Change {
  const file = files?.[0] ?? { id: document, name: document, text: "", language: "yaml" };
  const title = version?.api.info.title ?? "";
  return notCompared("msgdocs failed, which is a bug of msgdocs", { place: { file, start: 0, end: 0 }, title });
}

/** The report on the changes. */
export function reportOn(
  changes: readonly Change[],
  { old, now, location: [oldLocation, newLocation] }: LoadedPair,
  { settings: { rules }, io, accepted, more }: CompareContext & { readonly more?: Pick<ChangeReport, "api" | "presence" | "meets"> },
): ChangeReport {
  return makeChangeReport(changes, {
    ...more,
    old: reported(old, oldLocation, io.cwd),
    new: reported(now, newLocation, io.cwd),
    rules,
    files: now.files,
    oldFiles: old.files,
    rootOf: (file) => (old.files.includes(file) ? old : now).version?.documents.rootOf(file),
    secrets: [old, now].flatMap(({ version }) => (version ? secretsOf(version.api, version.documents) : [])),
    accepted,
  });
}

/** Describes an error of ours in a comparison, such as of "version 2.0.0 of orders with version 1.0.0". Any other error is thrown again. */
export function comparisonFault(error: unknown, what: string): Fault {
  if (!isFault(error)) throw error;
  return {
    reason: `msgdocs failed to compare ${what}: ${failureReason(error)}.`,
    hint: "This is a bug of msgdocs, not of your documents: please report it, with what msgdocs diff OLD NEW --debug says.",
  };
}

/** Describes the parts of a comparison on which we failed, such as of "orders.yaml with main:orders.yaml". */
export function partialFaults(failures: readonly ComparisonFailure[], documents: string): Fault[] {
  return failures.map(({ what, reason }) => ({
    reason: `msgdocs failed to compare ${what} (${documents}): ${reason}.`,
    hint: "The rest was compared. This is a bug of msgdocs, not of your documents: please report it, with both of them.",
  }));
}

/** Where the changes are listed that a team accepts: in the file that was named, or beside the settings under the usual name. */
interface ChangesFile {
  readonly named?: string | undefined;
  /** The folder of the settings. */
  readonly folder: string;
  readonly cwd: string;
}

/** Reads the changes that a team accepts. Throws if a named file is missing, or if it holds something else. */
export function readAcceptedChanges({ named, folder, cwd }: ChangesFile): AcceptedChanges | undefined {
  const path = named === undefined ? join(folder, ACCEPTED_CHANGES) : resolve(cwd, named);
  const name = JSON.stringify(path);
  const access = named === undefined ? settingsAccess(folder, false) : namedAccess(path, cwd);
  const bytes = readFile(path, { ...access, largest: MADE_BYTES });
  const write = "Write it with msgdocs diff --base REF --write-baseline.";
  if ("problem" in bytes && bytes.problem === "missing") {
    if (named === undefined) return undefined;
    throw new UsageError(`There is no file of accepted changes ${name}.`, write);
  }
  const text = !("problem" in bytes) && isUtf8(bytes) ? bytes.toString() : undefined;
  const found = text === undefined ? undefined : parseAcceptedChanges(text, dirname(path));
  if (found) return found;
  const problems = text === undefined ? undefined : parseBaseline(text, dirname(path));
  if (problems && isOfDiff(problems))
    throw new UsageError(
      `${name} was written by an earlier version of msgdocs: it does not say what exactly was accepted.`,
      "Look at the changes once more, and write it again: msgdocs diff --base REF --write-baseline.",
    );
  if (problems)
    throw new UsageError(`${name} is the list of known problems of check, not of accepted changes.`, `Name another file. ${write}`);
  throw new UsageError(`${name} is not a file of accepted changes${"problem" in bytes ? `: ${bytes.reason}` : ""}.`, write);
}

/** Writes down the errors and warnings of comparisons as accepted. */
export function writeAcceptedChanges(reports: readonly ChangeReport[], { named, folder }: Omit<ChangesFile, "cwd">, io: Io): void {
  const path = named === undefined ? join(folder, ACCEPTED_CHANGES) : resolve(io.cwd, named);
  const { text, count } = printAcceptedChanges(reports, path);
  replaceFile(path, text, io.cwd);
  io.stderr(`Wrote ${counted(count, "accepted change")} to ${visible(path)}\n`);
}

interface CurrentVersion extends Pick<Examined, "subject" | "files"> {
  readonly document: string;
}

/** Finds the changes of a document since a git ref. */
export async function changesSince(
  base: string,
  { document, subject, files }: CurrentVersion,
  { settings, flags, io }: { readonly settings: Settings; readonly flags: Flags; readonly io: Io },
): Promise<DocumentChanges> {
  if (!subject) return {};
  if (isUrl(document)) throw new UsageError("With --base the document is a file of a repository.");
  if (!isForAll(settings)) throw new UsageError("--base shows what everybody may not see.", "Leave out --base, or build for all readers.");
  const path = resolve(realPathOf(dirname(document)), basename(document));
  const snapshot = openSnapshot(base, dirname(path));
  const accepted = readAcceptedChanges({ folder: settingsFolder(flags, settings, io.cwd), cwd: io.cwd });
  const context: CompareContext = { settings, io, reading: "documented", accepted };
  const location = [{ document: path, snapshot, named: true }, { document }] as const;
  const now: ReadVersion = { version: subject, files, problems: [], inputs: [], contacts: [] };
  const named = `${files[0]?.name ?? ""} with ${snapshot.nameOf(path)}`;
  try {
    const old = await readLocation(location[0], context);
    if (!old.version) {
      const isMissing = "problem" in snapshot.open(path);
      io.stderr(isMissing ? `${visible(snapshot.nameOf(path))} is not there: the document is new.\n` : brokenText(old));
      if (!isMissing) io.stderr("Changes are not shown.\n");
      return {};
    }
    const { limits, newMessages } = settings;
    const { changes, fields, failures } = compareApis(old.version, subject, { reading: "documented", limits, newMessages });
    const before = old.version.api.info.version;
    const since = before === subject.api.info.version || before === "" ? base : before;
    const report = reportOn(changes, { old, now, location }, context);
    const shown = { report, since, fields: new Map(fields.map(({ place, what }) => [place, what])) };
    return { changes: siteChanges(shown), faults: partialFaults(failures, named) };
  } catch (error) {
    const fault = comparisonFault(error, named);
    const old: ReadVersion = { ...now, version: undefined, files: [] };
    const report = reportOn([failedChange(document, now)], { old, now, location }, context);
    return { changes: siteChanges({ report, since: base, fields: new Map() }), faults: [fault] };
  }
}
