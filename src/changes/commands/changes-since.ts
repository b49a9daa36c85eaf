import { basename, dirname, resolve } from "node:path";
import type { Flags, Settings } from "#config";
import { isForAll } from "#documents";
import { visible } from "#report";
import type { DocumentChanges, Examined, Io, ReadVersion } from "#run";
import { openSnapshot, readVersion, settingsFolder, UsageError } from "#run";
import { isUrl, realPathOf } from "#text";
import { compareApis } from "../compare/index.ts";
import { siteChanges } from "../pages/index.ts";
import type { Change, ChangeReport } from "../report/index.ts";
import { makeChangeReport } from "../report/index.ts";
import { readAcceptedChanges } from "./accepted-file.ts";
import { brokenText, failedChange, comparisonFault, partialFaults } from "./compare-documents.ts";

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
  const { rules, limits, newMessages } = settings;
  const accepted = readAcceptedChanges({ folder: settingsFolder(flags, settings, io.cwd), cwd: io.cwd });
  const name = snapshot.nameOf(path);
  const nameNow = files[0]?.name ?? "";
  const { title, version: now } = subject.api.info;
  const reportOn = (changes: readonly Change[], { version, files: oldFiles }: Pick<ReadVersion, "version" | "files">): ChangeReport =>
    makeChangeReport(changes, {
      old: { name, title: version?.api.info.title ?? title, version: version?.api.info.version ?? "" },
      new: { name: nameNow, title, version: now },
      rules,
      files,
      oldFiles,
      accepted,
      rootOf: (file) => (oldFiles.includes(file) ? version : subject)?.documents.rootOf(file),
    });
  try {
    const old = await readVersion(path, { settings, cwd: io.cwd, progress: io.progress, snapshot, named: true });
    if (!old.version) {
      const isNew = "problem" in snapshot.open(path);
      io.stderr(isNew ? `${visible(name)} is not there: the document is new.\n` : brokenText(old));
      if (!isNew) io.stderr("Changes are not shown.\n");
      return {};
    }
    const { changes, fields, failures } = compareApis(old.version, subject, { reading: "documented", limits, newMessages });
    const before = old.version.api.info.version;
    const since = before === now || before === "" ? base : before;
    const shown = { report: reportOn(changes, old), since, fields: new Map(fields.map(({ place, what }) => [place, what])) };
    return { changes: siteChanges(shown), faults: partialFaults(failures, `${nameNow} with ${name}`) };
  } catch (error) {
    const fault = comparisonFault(error, `${nameNow} with ${name}`);
    const report = reportOn([failedChange(document, { version: subject, files })], { files: [] });
    return { changes: siteChanges({ report, since: base, fields: new Map() }), faults: [fault] };
  }
}
