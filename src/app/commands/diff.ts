import { dirname, relative, resolve, sep } from "node:path";
import type { ReadVersion } from "../build/index.ts";
import { readVersion } from "../build/index.ts";
import { compareApis } from "#compare";
import type { Flags, Settings } from "#config";
import type { ChangeFormat, ChangeReport, FailOn, ReportedVersion } from "#report";
import { changeProblems, changesFail, makeChangeReport, printChangesInPieces, visible } from "#report";
import { isUrl, realPathOf, statsOf } from "#text";
import { readBaseline, writeBaseline } from "./baseline-file.ts";
import { rulePage } from "./explain.ts";
import type { Input } from "./find-documents.ts";
import { documentOf } from "./find-documents.ts";
import type { GitSnapshot } from "./git-snapshot.ts";
import { isVersion, openSnapshot, parseRefPath, pathInSnapshot } from "./git-snapshot.ts";
import type { Exit, Io } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import { openSettings } from "./open-settings.ts";
import { folderInRepository, reportOf, say } from "./report-problems.ts";

export interface DiffRequest {
  /** The old and the new document, or with `base` the new one: files, URLs, or `REF:path`. */
  readonly documents: readonly string[];
  /** The ref of git whose version of the document is the old one. */
  readonly base?: string | undefined;
  readonly reading: "documented" | "strict";
  readonly failOn: FailOn;
  readonly format: ChangeFormat;
  readonly quiet: boolean;
  readonly writeBaseline: boolean;
  readonly flags: Flags;
}

const BASELINE = "msgdocs-changes.json";

/** Where one version of the document is. */
interface Location extends Pick<Input, "overlay" | "named"> {
  readonly document: string;
  readonly snapshot?: GitSnapshot | undefined;
}

/** A file that is named like a version of git is not taken for it: a stranger can commit `main:api.yaml`. */
async function locate(given: string | undefined, { settings, io }: { readonly settings: Settings; readonly io: Io }): Promise<Location> {
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

/** The two versions that are asked for. */
async function locateBoth(
  { documents, base }: DiffRequest,
  context: { readonly settings: Settings; readonly io: Io },
): Promise<readonly [Location, Location]> {
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

function reported({ version, files: [main] }: ReadVersion, document: string, cwd: string): ReportedVersion {
  const name = main?.name ?? (isUrl(document) ? document : relative(cwd, document).split(sep).join("/"));
  return { name, title: version?.api.info.title ?? "", version: version?.api.info.version ?? "" };
}

/** The report of a comparison that could not be made, for `--format json`. */
const EMPTY_CHANGES = {
  changes: [],
  summary: { breaking: 0, compatible: 0, annotation: 0, unknown: 0, accepted: 0 },
  compatible: false,
};

const EMPTY_TEXT = `${JSON.stringify(EMPTY_CHANGES, undefined, 2)}\n`;

/** Says why documents cannot be read. Standard output stays for the report. */
function refuse(
  versions: readonly ReadVersion[],
  { format }: DiffRequest,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
): Exit {
  const findings = versions.flatMap(({ version, problems, files }) =>
    version ? [] : [{ diagnostics: problems, files, rootOf: () => undefined, examples: new Map<string, never>() }],
  );
  const report = reportOf(findings, { settings, documents: findings.map(({ files }) => files[0]?.id ?? ""), cwd: io.cwd });
  const isForProblems = format !== "json" && format !== "markdown" && format !== "pretty";
  say(report, { format: isForProblems ? format : "pretty", quiet: false }, { io, to: "stderr" });
  return exits.problems;
}

function warnOfLostReferences(versions: readonly ReadVersion[], io: Io): void {
  for (const { problems, files } of versions) {
    const lost = problems.filter(({ code }) => code.startsWith("reference/")).length;
    if (lost > 0)
      io.stderr(`warning: ${visible(files[0]?.name ?? "")}: ${lost} references lead nowhere; what they stand for is not compared.\n`);
  }
}

function print(report: ChangeReport, { format, quiet }: DiffRequest, io: Io): void {
  if (quiet && format === "pretty" && report.summary.breaking + report.summary.unknown === 0) return;
  const folder =
    format === "github" || format === "sarif" || format === "codeclimate" ? folderInRepository(io.cwd, process.env) : undefined;
  const terminal = { colour: io.colour.stdout, columns: io.columns?.("stdout") };
  io.stdout(printChangesInPieces(report, { format, version: io.version, folder, pageOf: rulePage, ...terminal }));
}

/** Whether there was no such document in the old version. */
function isNew(old: ReadVersion, { snapshot, document }: Location): boolean {
  const found = old.version ? undefined : snapshot?.open(document);
  return found !== undefined && "problem" in found && found.problem === "missing";
}

/** Compares two versions of a document and prints what changed and whom it breaks. With `json` there is a report at every exit. */
export async function diff(request: DiffRequest, io: Io): Promise<Exit> {
  const said = { report: false };
  const stdout: Io["stdout"] = (text) => {
    said.report = true;
    io.stdout(text);
  };
  try {
    return await compare(request, { ...io, stdout });
  } finally {
    if (!said.report && request.format === "json" && !request.writeBaseline) io.stdout(EMPTY_TEXT);
  }
}

async function compare(request: DiffRequest, io: Io): Promise<Exit> {
  const baselinePath = request.flags.baseline === undefined ? undefined : resolve(io.cwd, request.flags.baseline);
  // The baseline of the settings is one of problems.
  const settings = openSettings({ ...request.flags, baseline: undefined }, { format: "pretty", quiet: request.quiet }, io);
  if (!settings) return exits.usage;
  const context = { settings, io };
  const baseline = request.writeBaseline || baselinePath === undefined ? undefined : readBaseline({ baseline: baselinePath }, io.cwd);
  const [oldLocation, newLocation] = await locateBoth(request, context);
  const read = ({ document, ...more }: Location): Promise<ReadVersion> =>
    readVersion(document, { settings, cwd: io.cwd, progress: io.progress, ...more });
  const [old, now] = [await read(oldLocation), await read(newLocation)];
  io.progress(undefined);
  const isFirst = request.base !== undefined && isNew(old, oldLocation);
  if (!now.version || (!old.version && !isFirst)) return refuse(isFirst ? [now] : [old, now], request, context);
  if (isFirst && !request.quiet)
    io.stderr(`${visible(oldLocation.snapshot?.nameOf(oldLocation.document) ?? "")} is not there: the document is new.\n`);
  if (!request.quiet) warnOfLostReferences([old, now], io);
  io.progress("comparing");
  const { limits, rules } = settings;
  const changes = old.version ? compareApis(old.version, now.version, { reading: request.reading, limits }) : [];
  io.progress(undefined);
  const report = makeChangeReport(changes, {
    old: reported(old, oldLocation.document, io.cwd),
    new: reported(now, newLocation.document, io.cwd),
    rules,
    files: now.files,
    rootOf: (file) => now.version?.documents.rootOf(file) ?? old.version?.documents.rootOf(file),
    baseline,
  });
  if (request.writeBaseline) {
    writeBaseline(changeProblems(report), { ...settings, baseline: baselinePath ?? resolve(io.cwd, BASELINE) }, io);
    return exits.fine;
  }
  print(report, request, io);
  return changesFail(report, request.failOn) ? exits.problems : exits.fine;
}
