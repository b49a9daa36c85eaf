import { basename, dirname, relative, resolve, sep } from "node:path";
import type { ReadVersion } from "../build/index.ts";
import { readVersion } from "../build/index.ts";
import { compareApis } from "#compare";
import type { Flags, PortalDocument, PortalSettings, Settings } from "#config";
import { apiName } from "#portal";
import type { Change, ChangeFormat, ChangeReport, FailOn, ReportedVersion } from "#report";
import { changeProblems, changesFail, makeChangeReport, printChangesInPieces, visible } from "#report";
import { counted, isUrl, pathMatches, realPathOf, statsOf } from "#text";
import { readBaseline, writeBaseline } from "./baseline-file.ts";
import { rulePage } from "./explain.ts";
import type { Input } from "./find-documents.ts";
import { documentOf, inputOf } from "./find-documents.ts";
import type { GitSnapshot } from "./git-snapshot.ts";
import { isVersion, openSnapshot, parseRefPath, pathInSnapshot } from "./git-snapshot.ts";
import type { Exit, Io } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import type { VersionPair } from "./known-parties.ts";
import { KnownParties } from "./known-parties.ts";
import { replaceFile } from "./one-file.ts";
import { openSettings } from "./open-settings.ts";
import { checkReportFiles } from "./report-files.ts";
import { folderInRepository, reportOf, say } from "./report-problems.ts";

export interface DiffRequest {
  /** The old and the new document, or with `base` the new one: files, URLs, or `REF:path`. */
  readonly documents: readonly string[];
  /** The ref of git whose version of the document is the old one. */
  readonly base?: string | undefined;
  readonly reading: "documented" | "strict";
  readonly failOn: FailOn;
  readonly format: ChangeFormat;
  /** Further reports, each in a file. */
  readonly files?: readonly { readonly format: ChangeFormat; readonly file: string }[] | undefined;
  readonly quiet: boolean;
  readonly writeBaseline: boolean;
  readonly flags: Flags;
}

const BASELINE = "msgdocs-changes.json";

/** Where one version of the document is. */
interface DocumentVersion extends Pick<Input, "overlay" | "named"> {
  readonly document: string;
  readonly snapshot?: GitSnapshot | undefined;
}

/** A file that is named like a version of git is not taken for it: a stranger can commit `main:api.yaml`. */
async function locate(
  given: string | undefined,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
): Promise<DocumentVersion> {
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

/** Whether there was no such document in the old version. */
function isNew(old: ReadVersion, { snapshot, document }: DocumentVersion): boolean {
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

/** What a run compares with what, and how it reports. */
interface DiffContext {
  readonly request: DiffRequest;
  readonly settings: Settings;
  readonly io: Io;
  readonly baseline: ReturnType<typeof readBaseline>;
}

interface LoadedPair {
  readonly location: readonly [DocumentVersion, DocumentVersion];
  readonly old: ReadVersion;
  readonly now: ReadVersion;
}

async function readLocation(
  { document, ...more }: DocumentVersion,
  { settings, io }: DiffContext,
  entry?: PortalDocument,
): Promise<ReadVersion> {
  const { perspective = settings.perspective } = entry ?? {};
  return readVersion(document, { settings: { ...settings, perspective }, cwd: io.cwd, progress: io.progress, ...more });
}

function compareVersions(
  { old, now }: Pick<LoadedPair, "old" | "now">,
  { request: { reading }, settings: { limits } }: DiffContext,
): readonly Change[] {
  return old.version && now.version ? compareApis(old.version, now.version, { reading, limits }) : [];
}

function reportOn(
  changes: readonly Change[],
  { old, now, location: [oldLocation, newLocation] }: LoadedPair,
  { settings: { rules }, io, baseline, more }: DiffContext & { readonly more?: Pick<ChangeReport, "api" | "presence"> },
): ChangeReport {
  return makeChangeReport(changes, {
    ...more,
    old: reported(old, oldLocation.document, io.cwd),
    new: reported(now, newLocation.document, io.cwd),
    rules,
    files: now.files,
    rootOf: (file) => (old.files.includes(file) ? old : now).version?.documents.rootOf(file),
    baseline,
  });
}

function finish(reports: readonly ChangeReport[], { request, settings, io }: DiffContext): Exit {
  if (request.writeBaseline) {
    const path = resolve(io.cwd, request.flags.baseline ?? BASELINE);
    writeBaseline(changeProblems(reports), { ...settings, baseline: path }, io);
    return exits.fine;
  }
  print(reports, request, io);
  return reports.some((report) => changesFail(report, request.failOn)) ? exits.problems : exits.fine;
}

async function compare(request: DiffRequest, io: Io): Promise<Exit> {
  const path = request.flags.baseline;
  // The baseline of the settings is one of problems.
  const settings = openSettings({ ...request.flags, baseline: undefined }, { format: "pretty", quiet: request.quiet }, io);
  if (!settings) return exits.usage;
  const { files = [] } = request;
  checkReportFiles({ format: "pretty", quiet: false, files: files.map(({ file }) => ({ format: "json", file })) }, io);
  const baseline = request.writeBaseline || path === undefined ? undefined : readBaseline({ baseline: resolve(io.cwd, path) }, io.cwd);
  const context: DiffContext = { request, settings, io, baseline };
  const { base, documents } = request;
  if (base !== undefined && documents.length === 0 && settings.portal) return comparePortal(base, settings.portal, context);
  const location = await locateBoth(request, context);
  const [old, now] = [await readLocation(location[0], context), await readLocation(location[1], context)];
  io.progress(undefined);
  const isFirst = base !== undefined && isNew(old, location[0]);
  if (!now.version || (!old.version && !isFirst)) return refuse(isFirst ? [now] : [old, now], request, context);
  if (isFirst && !request.quiet)
    io.stderr(`${visible(location[0].snapshot?.nameOf(location[0].document) ?? "")} is not there: the document is new.\n`);
  if (!request.quiet) warnOfLostReferences([old, now], io);
  io.progress("comparing");
  const changes = compareVersions({ old, now }, context);
  io.progress(undefined);
  return finish([reportOn(changes, { old, now, location }, context)], context);
}

/** A document of a portal in both versions of the repository. */
interface PortalPair extends LoadedPair, Pick<VersionPair, "name"> {
  readonly presence: "both" | "added" | "removed";
}

/** An API without anything in it, which stands for one that is gone. */
function emptyApi({ version }: ReadVersion): Uint8Array {
  const { title = "", version: own = "" } = version?.api.info ?? {};
  return new TextEncoder().encode(JSON.stringify({ asyncapi: "2.6.0", info: { title, version: own }, channels: {} }));
}

/** The changes of an API that is gone, where they were written. Its version announces nothing. */
function ofRemoved(changes: readonly Change[]): readonly Change[] {
  return changes
    .filter(({ code }) => code !== "change/version")
    .map((change) => ({ ...change, new: undefined, place: change.old ?? change.place }));
}

/** Compares all documents of a portal with a ref of git, and says which other APIs of the portal a change concerns. */
async function comparePortal(base: string, portal: PortalSettings, context: DiffContext): Promise<Exit> {
  const { settings, io, request } = context;
  const { documents, listed } = await inputOf({ given: [] }, settings, io);
  const snapshot = openSnapshot(base, portal.folder);
  const folder = realPathOf(portal.folder);
  const real = documents.map((path) => resolve(realPathOf(dirname(path)), basename(path)));
  const gone = snapshot
    .filesBelow(folder)
    .filter((path) => !real.includes(path) && !statsOf(path))
    .filter((path) => portal.documents.some((entry) => pathMatches(entry.path, resolve(portal.folder, relative(folder, path)))));
  const pairs: PortalPair[] = [];
  const unread: ReadVersion[] = [];
  const nameOf = ({ version }: ReadVersion, path: string): string => {
    const { title = "" } = version?.api.info ?? {};
    const shown = relative(portal.folder, path).split(sep).join("/");
    return apiName({ name: listed?.get(path)?.name, id: version?.api.identifier?.value, path: shown, title });
  };
  for (const [at, document] of documents.entries()) {
    const entry = listed?.get(document);
    const location = [{ document: real[at] ?? document, snapshot, named: true }, { document }] as const;
    const [old, now] = [await readLocation(location[0], context, entry), await readLocation(location[1], context, entry)];
    const isAdded = isNew(old, location[0]);
    if (!now.version || (!old.version && !isAdded)) unread.push(...[old, now].filter(({ version }) => !version));
    pairs.push({ location, old, now, name: nameOf(now, document), presence: isAdded ? "added" : "both" });
  }
  for (const document of gone) {
    const location = [
      { document, snapshot, named: true },
      { document, named: true },
    ] as const;
    const old = await readLocation(location[0], context);
    if (!old.version) continue;
    const name = nameOf(old, document);
    // A document that moved is still the same API.
    const moved = pairs.findIndex((pair) => pair.presence === "added" && pair.name === name);
    const pair = pairs[moved];
    if (pair) pairs[moved] = { ...pair, old, location: [location[0], pair.location[1]], presence: "both" };
    else {
      const now = await readLocation({ ...location[1], overlay: new Map([[document, emptyApi(old)]]) }, context);
      pairs.push({ location, old, now, name, presence: "removed" });
    }
  }
  io.progress(undefined);
  if (unread.length > 0) return refuse(unread, request, context);
  if (!request.quiet)
    warnOfLostReferences(
      pairs.flatMap(({ old, now }) => [old, now]),
      io,
    );
  io.progress("comparing");
  const found = pairs.map((pair) => compareVersions(pair, context));
  const versions = pairs.map(({ name, old, now, presence }): VersionPair => {
    return { name, old: old.version, now: presence === "removed" ? undefined : now.version };
  });
  const parties = found.some((changes) => changes.length > 0) ? new KnownParties(versions, portal.brokers) : undefined;
  const reports = pairs.map((pair, at) => {
    const { name: api, presence } = pair;
    const all = presence === "removed" ? ofRemoved(found[at] ?? []) : (found[at] ?? []);
    const changes = all.map((change) => ({ ...change, parties: parties?.of(change, api) }));
    return reportOn(changes, pair, { ...context, more: { api, presence } });
  });
  io.progress(undefined);
  const exit = finish(reports, context);
  const changed = reports.filter(({ presence, changes }) => presence !== "both" || changes.length > 0);
  if (!request.quiet && !request.writeBaseline) io.stderr(`${changed.length} of ${counted(reports.length, "API")} changed.\n`);
  return exit;
}
