import { relative, sep } from "node:path";
import type { Settings } from "#config";
import { visible } from "#report";
import type { DocumentVersion, Io, ReadVersion, Fault } from "#run";
import { isFault } from "#run";
import { isUrl, lineColumn, failureReason } from "#text";
import type { ComparisonFailure } from "../compare/index.ts";
import { compareApis, notCompared } from "../compare/index.ts";
import type { AcceptedChanges, Change, ChangeReport, ReportedVersion } from "../report/index.ts";
import { makeChangeReport } from "../report/index.ts";

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
