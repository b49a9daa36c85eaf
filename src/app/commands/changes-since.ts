import { basename, dirname, resolve } from "node:path";
import { compareApis } from "#compare";
import type { Settings } from "#config";
import { isForAll } from "#documents";
import type { SiteChanges } from "#pages";
import { makeChangeReport, visible } from "#report";
import { isUrl, realPathOf } from "#text";
import type { Examined } from "../build/index.ts";
import { readVersion } from "../build/index.ts";
import { brokenText } from "./compare-documents.ts";
import { openSnapshot } from "./git-snapshot.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";

interface CurrentVersion extends Pick<Examined, "subject" | "files"> {
  readonly document: string;
}

/** The changes of a document since a git ref; `undefined` if it did not exist there or could not be read. */
export async function changesSince(
  base: string,
  { document, subject, files }: CurrentVersion,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
): Promise<SiteChanges | undefined> {
  if (!subject) return undefined;
  if (isUrl(document)) throw new UsageError("With --base the document is a file of a repository.");
  if (!isForAll(settings)) throw new UsageError("--base shows what everybody may not see.", "Leave out --base, or build for all readers.");
  const path = resolve(realPathOf(dirname(document)), basename(document));
  const snapshot = openSnapshot(base, dirname(path));
  const old = await readVersion(path, { settings, cwd: io.cwd, progress: io.progress, snapshot, named: true });
  if (!old.version) {
    const isNew = "problem" in snapshot.open(path);
    io.stderr(isNew ? `${visible(snapshot.nameOf(path))} is not there: the document is new.\n` : brokenText(old));
    if (!isNew) io.stderr("Changes are not shown.\n");
    return undefined;
  }
  const { version } = old;
  const { limits, rules } = settings;
  const { changes, fields } = compareApis(version, subject, { reading: "documented", limits });
  const [before, now] = [version.api.info.version, subject.api.info.version];
  const report = makeChangeReport(changes, {
    old: { name: snapshot.nameOf(path), title: version.api.info.title, version: before },
    new: { name: files[0]?.name ?? "", title: subject.api.info.title, version: now },
    rules,
    files,
    rootOf: (file) => (old.files.includes(file) ? version : subject).documents.rootOf(file),
  });
  return {
    report,
    since: before === now || before === "" ? base : before,
    fields: new Map(fields.map(({ place, what }) => [place, what])),
  };
}
