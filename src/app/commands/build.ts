import { join, relative, resolve } from "node:path";
import type { Flags, Settings } from "#config";
import { settingsAccess } from "#config";
import type { Cache, Output, OutputFile } from "#output";
import { openCache, openOutput, OutputFailure } from "#output";
import type { ProblemReport } from "#report";
import { exitCode, visible } from "#report";
import type { Exit, Io, MadeSite, PortalFile, Writing } from "#run";
import {
  ACCEPTED_CHANGES,
  cacheSecret,
  documentOf,
  examine,
  exits,
  filesOf,
  freeFile,
  isEnvironment,
  keepReportsApart,
  linkFaultOf,
  makeSite,
  openSettings,
  openTheme,
  pageFault,
  programKey,
  accessLine,
  readBaseline,
  replaceFile,
  reporterOf,
  reportOfSettings,
  runFailure,
  say,
  settingsFolder,
  singleFileOf,
  siteKey,
  templateFaultOf,
  tooLargeSite,
  tooManyPages,
  UsageError,
  writeInputs,
} from "#run";
import { counted, isUrl, leadsOut, realPathOf } from "#text";
import { loaded, wings } from "../wings/index.ts";

/**
 * Opens the cache of a build; `undefined`, with a warning, if its folder cannot be used. A folder that only the settings name may
 * contain entries committed by a stranger, so it is used only if entries are signed.
 */
function openOwnCache({ flags, quiet }: BuildRequest, { settings: { cache }, io, largest }: CacheContext): Cache | undefined {
  if (cache === undefined) return undefined;
  const warn = (message: string): void => (quiet ? undefined : io.stderr(`Warning: ${message}\n`));
  const secret = cacheSecret(process.env);
  const isTrusted = flags.cache !== undefined || flags.trustSettings === true || secret !== undefined;
  const open = (): ReturnType<typeof openCache> => {
    if (process.env.MSGDOCS_CACHE_KEY === "")
      return { reason: "is not used, because MSGDOCS_CACHE_KEY is empty, and so entries cannot be signed" };
    if (!isTrusted) {
      return { reason: "is named only by the settings; name it with --cache, set MSGDOCS_CACHE_KEY, or run with --trust-settings" };
    }
    const away = leadsOut(cache, io.cwd);
    if (away !== undefined) return { reason: `leads through a link to ${JSON.stringify(away)}` };
    return openCache(cache, { secret, warn, largest });
  };
  const opened = open();
  if (!("reason" in opened)) return opened;
  warn(`The cache folder ${JSON.stringify(cache)} ${opened.reason}. The site is built without a cache.`);
  return undefined;
}

export interface BuildRequest extends Writing {
  readonly flags: Flags;
  /** The name for standard input. */
  readonly stdinFilename?: string | undefined;
  /** Whether to report where the time went. */
  readonly profile?: boolean;
  /** The git ref with the version of the document to which the site shows changes. */
  readonly base?: string | undefined;
  /** The file to write the list of input files to. */
  readonly inputs?: string | undefined;
  /** The file to write instead of a folder. */
  readonly singleFile?: string | undefined;
  /** Receives the site. Then no folder is written. */
  readonly take?: ((site: MadeSite) => Promise<void>) | undefined;
  /** Receives the files of a portal. Then no folder is written. */
  readonly takeFiles?: ((files: Iterable<PortalFile> | AsyncIterable<PortalFile>) => Promise<void>) | undefined;
}

interface CacheContext extends Pick<BuildRun, "settings" | "io"> {
  readonly largest?: number;
}

interface BuildRun extends Awaited<ReturnType<typeof documentOf>> {
  readonly request: BuildRequest;
  readonly settings: Settings;
  readonly io: Io;
  readonly profile: Profile;
  readonly cache: Cache | undefined;
}

/** A usable theme with its warnings. */
type OpenedTheme = Required<Awaited<ReturnType<typeof openTheme>>>;

interface BuildOutcome {
  readonly report: ProblemReport;
  /** If there is no site: whether not even `--allow-errors` would make one. */
  readonly fatal?: boolean;
  /** Absent if there is nothing to write. */
  readonly made?: MadeSite;
  /** What a cache knows the site by. */
  readonly key?: string | undefined;
  /** Returns the report if the site turns out to be too large while it is written; `undefined` for any other error. */
  readonly undone?: (error: unknown) => ProblemReport | undefined;
  /** The report with a reason why the site could not be written. */
  readonly failed?: (failure: Error) => ProblemReport;
  /** Whether msgdocs itself failed to find the changes. The site says so. */
  readonly isFaulty?: boolean;
  /** Whether settings ask for something that the site cannot do. */
  readonly wrong?: boolean;
}

/** Whether a thread writes files, from the environment. The result is the same. */
function threadIn({ MSGDOCS_WORKERS: count = "" }: NodeJS.ProcessEnv): boolean | undefined {
  return /^\d\d?$/.test(count) ? Number(count) > 0 : undefined;
}

/** Locks the output folder until the run ends. An interruption unlocks it and removes unfinished files. */
function hold({ settings, document, io }: BuildRun): Output & { release: () => void } {
  if (settings.output === undefined) throw new UsageError("Where to? Name the folder of the site: -o DIR, or output in the settings.");
  const inputs = [
    ...(isUrl(document) ? [] : [document]),
    settings.theme,
    ...(settings.templates ? [settings.templates] : []),
    ...(settings.root ? [settings.root] : []),
    ...(settings.cache ? [settings.cache] : []),
  ];
  const output = openOutput({ output: settings.output, cwd: io.cwd, inputs, thread: threadIn(process.env) });
  const forget = io.onInterrupt(() => output.close());
  const release = (): void => {
    output.close();
    forget();
  };
  return { ...output, release };
}

/** Passes files on, and shows which one is being made. */
function* announced(files: Iterable<OutputFile>, io: Io): Generator<OutputFile> {
  let count = 0;
  for (const file of files) {
    count += 1;
    io.progress(`writing file ${count}: ${file.path}`);
    yield file;
  }
}

/** Writes the site from the cache, or makes it for both. Returns the message about it, which is printed after the problems. */
async function write({ request, io, profile, cache }: BuildRun, output: Output, { made, key = "" }: Deliverable): Promise<string> {
  const make = async (): Promise<Iterable<OutputFile>> => profile.files(announced(await filesOf(made, made.most), io));
  let count: number | undefined;
  const entry = cache?.find(key);
  try {
    if (entry) count = await output.write(entry.files());
  } catch (error) {
    // Any other error would also occur while making the site.
    cache?.refuse(error);
  }
  const how = count === undefined ? "" : " from the cache";
  count ??= await output.write(cache ? cache.keep(key, await make()) : await make());
  // The next build fails on the page as well, and says so.
  if (made.site.failures.length > 0) cache?.remove(key);
  io.progress(undefined);
  request.written?.(output.folder);
  const wrote = request.quiet
    ? ""
    : `Wrote ${counted(count, "file")} to ${visible(relative(io.cwd, output.folder) || output.folder)}${how}\n`;
  return request.profile === true ? wrote + profile.report() : wrote;
}

/** Writes everything as one file, completely or not at all. */
async function writeOne({ request, io, document }: BuildRun, path: string, made: MadeSite): Promise<string> {
  const single = await singleFileOf(made);
  if ("tooLarge" in single) throw new UsageError(`This is too much for one file: ${single.tooLarge}.`, "Build a site instead: -o DIR.");
  const out = freeFile(path, [realPathOf(document)], io.cwd);
  replaceFile(out, single.html, io.cwd);
  io.progress(undefined);
  return request.quiet ? "" : `Wrote ${visible(relative(io.cwd, out) || out)}\n`;
}

/** Examines the document and makes its site. If problems prevent the site, there is only the report. */
async function make(
  { request: { quiet, base, inputs, singleFile, flags }, settings, io, document, overlay, named, profile, cache }: BuildRun,
  { theme, problems }: OpenedTheme,
): Promise<BuildOutcome> {
  const baseline = readBaseline(settings, io.cwd);
  const progress = (what: string): void => {
    profile.begin(what);
    io.progress(what);
  };
  const examined = await examine(document, { settings, cwd: io.cwd, overlay, named, progress });
  if (inputs !== undefined) {
    const target = singleFile ?? join(settings.output ?? "", "manifest.json");
    const folder = settingsFolder(flags, settings, io.cwd);
    const accepted = { path: join(folder, ACCEPTED_CHANGES), access: settingsAccess(folder, false) };
    writeInputs(inputs, { examined, settings, flags, target, others: base === undefined ? [] : [accepted] }, io);
  }
  if (!quiet) io.stderr(accessLine([{ ...examined, document }], { cwd: io.cwd, settings, theme: true }));
  profile.begin("reporting");
  const reported = reporterOf(examined, { settings, document, cwd: io.cwd, baseline }, problems);
  const { subject } = examined;
  const excess = subject && tooManyPages(subject, settings);
  const report = reported(excess ? [excess] : []);
  const isGood = !excess && (exitCode(report.summary, settings) === exits.fine || settings.allowErrors);
  if (!subject || !isGood) return { report, fatal: !subject || excess !== undefined };
  profile.begin("planning the site");
  const key = cache && siteKey(examined, { settings, folder: io.cwd, problems: report.allDiagnostics, program: programKey(io.version) });
  const { changes, faults = [] } =
    base === undefined ? {} : await (await loaded(wings.changes)).changesSince(base, { ...examined, document }, { settings, flags, io });
  const made = await makeSite(subject, { settings, theme, problems: report.allDiagnostics, changes, single: singleFile !== undefined });
  if (made.site.problems.length > 0) return { report: reported(made.site.problems), fatal: true, wrong: true };
  const undone = (error: unknown): ProblemReport | undefined => {
    const tooLarge = tooLargeSite(subject, error);
    return tooLarge && reported([tooLarge]);
  };
  const ours = [...(examined.failures ?? []), ...faults.map(({ reason, hint }) => runFailure({ message: reason, hint }))];
  const told = ours.length > 0 ? reported(ours) : report;
  return { report: told, made, key, isFaulty: ours.length > 0, undone, failed: (failure) => reported([runFailure(failure)]) };
}

/** The message of a refused build: that nothing was written, and how to build anyway. */
function refusal({ request, settings, io }: BuildRun, fatal: boolean): string {
  if (request.take) return "";
  const place = request.singleFile ?? settings.output ?? "";
  const allow = fatal ? "" : " To build all the same, with the problems marked on the pages, add --allow-errors.";
  return `Nothing was written to ${visible(relative(io.cwd, resolve(io.cwd, place)) || place)}.${allow}\n`;
}

type Deliverable = Required<Pick<BuildOutcome, "made">> & Pick<BuildOutcome, "key">;

async function run(given: BuildRun, deliver: (site: Deliverable) => Promise<string>): Promise<Exit> {
  const { request, settings, io, profile } = given;
  profile.begin("opening the theme");
  const { theme, problems } = await openTheme(settings);
  if (!theme) {
    say(reportOfSettings(problems, undefined), request, { io, to: "stderr" });
    io.stderr(refusal(given, true));
    return exits.usage;
  }
  const { report, made, key, fatal, wrong, isFaulty, undone, failed } = await make(given, { theme, problems });
  const tell = (told: ProblemReport): void => {
    io.progress(undefined);
    say(told, request, { io, to: "stderr" });
  };
  if (!made) {
    tell(report);
    io.stderr(refusal(given, fatal === true));
    return wrong ? exits.usage : exits.problems;
  }
  let wrote: string;
  try {
    wrote = await deliver({ made, key });
  } catch (error) {
    const fault = templateFaultOf(error);
    if (fault) {
      io.progress(undefined);
      say(reportOfSettings([fault], undefined), request, { io, to: "stderr" });
      io.stderr(refusal(given, true));
      return exits.usage;
    }
    const instead = undone?.(error);
    if (instead) {
      tell(instead);
      io.stderr(refusal(given, true));
      return exits.problems;
    }
    const failure = linkFaultOf(error, theme);
    const isKnown = failure instanceof UsageError || failure instanceof OutputFailure;
    const whole = (isKnown ? failed?.(failure) : undefined) ?? report;
    io.progress(undefined);
    // People read the reason on standard error. Programs read it in the report.
    say(request.format === "pretty" ? report : whole, request, { io, to: "stderr", inFiles: whole });
    throw failure;
  }
  try {
    tell(report);
  } finally {
    io.stderr(wrote);
  }
  for (const failure of made.site.failures) io.stderr(`error: ${visible(pageFault(failure).reason)} ${pageFault(failure).hint}\n`);
  if (made.site.failures.length > 0) return exits.bug;
  return isFaulty === true ? exits.bug : exitCode(report.summary, settings);
}

/** Locks the output folder. If the system refuses that, the document is still examined and reported. */
async function holdOrReport(given: BuildRun): Promise<ReturnType<typeof hold>> {
  try {
    return hold(given);
  } catch (error) {
    const isInTheWay = (each: unknown): each is Error =>
      isEnvironment(each) || (each instanceof OutputFailure && each.kind === "environment");
    if (!isInTheWay(error)) throw error;
    await run(given, () => Promise.reject(error)).catch((later: unknown) => {
      if (!isInTheWay(later)) throw later;
    });
    throw error;
  }
}

/** Builds a portal, because the settings list documents. */
async function portal(request: BuildRequest, settings: Settings, io: Io): Promise<Exit> {
  if (request.singleFile !== undefined)
    throw new UsageError("Several documents are no single file.", "Name one document, or a folder: -o DIR.");
  if (request.take && !request.takeFiles) throw new UsageError("The settings list several documents.", "Name the one that is meant.");
  // It keeps all parts until they are merged, so its size is not limited.
  const cache = openOwnCache(request, { settings, io, largest: Infinity });
  const wing = await loaded(wings.portal);
  return wing.buildPortal(request, settings, { io, cache: cache && { cache, folder: settings.cache ?? "" } });
}

/** Builds the site of a document. If there are errors that are not allowed, the earlier site stays unchanged. */
export async function build(request: BuildRequest, io: Io): Promise<Exit> {
  const settings = await openSettings(request.flags, request, io);
  if (!settings) return exits.usage;
  if (settings.portal && settings.portal.documents.length > 0 && request.flags.document === undefined) {
    if (request.inputs !== undefined)
      throw new UsageError("A portal has no list of inputs.", "Its parts have: msgdocs part --inputs FILE.");
    return portal(request, settings, io);
  }
  const source = await documentOf(request, settings, io);
  const given: BuildRun = { ...source, request, settings, io, profile: new Profile(() => performance.now()), cache: undefined };
  if (request.inputs !== undefined) freeFile(resolve(io.cwd, request.inputs), [realPathOf(source.document)], io.cwd);
  keepReportsApart(request, { inputs: isUrl(source.document) ? [] : [source.document], output: request.singleFile ?? settings.output }, io);
  if (request.singleFile !== undefined) {
    if (request.flags.output !== undefined) throw new UsageError("Either a folder (-o) or one file (--single-file), not both.");
    if (settings.markdownOnly) throw new UsageError("Either Markdown (markdownOnly) or one file of HTML (--single-file), not both.");
    const path = resolve(io.cwd, request.singleFile);
    if (!/\.html?$/i.test(path)) throw new UsageError("The one file is HTML: its name must end in .html.");
    return run(given, ({ made }) => writeOne(given, path, made));
  }
  const { take } = request;
  if (take) return run(given, async ({ made }) => take(made).then(() => ""));
  const { release, ...output } = await holdOrReport(given);
  try {
    // The cache identifies files by their content on disk, and does not know earlier versions.
    const cache = source.overlay || request.base !== undefined ? undefined : openOwnCache(request, { settings, io });
    const caching: BuildRun = { ...given, cache };
    const exit = await run(caching, (site) => write(caching, output, site));
    await output.waitForCleanup();
    return exit;
  } finally {
    release();
  }
}

/** How many of the slowest files are listed. */
const LISTED = 10;

/** Measures where the time of a build goes: milliseconds for each stage since the start of the process, and the slowest files. */
export class Profile {
  readonly #now: () => number;
  readonly #stages = new Map<string, number>();
  readonly #files: { readonly path: string; readonly cost: number }[] = [];
  #stage = "starting";
  #since = 0;

  /** @param now returns the milliseconds since the start of the process */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Ends the current stage and starts another, or continues an earlier one. Returns what the ended one took. */
  begin(stage: string): number {
    const now = this.#now();
    const took = now - this.#since;
    this.#stages.set(this.#stage, (this.#stages.get(this.#stage) ?? 0) + took);
    this.#stage = stage;
    this.#since = now;
    return took;
  }

  /** Passes files on. The time until a file comes is rendering, the time after it is writing. */
  *files<File extends { readonly path: string }>(files: Iterable<File>): Generator<File> {
    this.begin("rendering");
    for (const file of files) {
      this.#note(file.path, this.begin("writing"));
      yield file;
      this.begin("rendering");
    }
    this.begin("putting in place");
  }

  /** Keeps only the slowest files, because a site may have any number. */
  #note(path: string, cost: number): void {
    const files = this.#files;
    if (files.length === LISTED && cost <= (files.at(-1)?.cost ?? 0)) return;
    files.push({ path, cost });
    files.sort((a, b) => b.cost - a.cost);
    files.length = Math.min(files.length, LISTED);
  }

  /** Ends the last stage and returns the summary. */
  report(): string {
    this.begin("");
    const stages = [...this.#stages].map(([stage, cost]) => `${cost.toFixed(0).padStart(8)}  ${stage}`);
    const files = this.#files.map(({ path, cost }) => `${cost.toFixed(1).padStart(8)}  ${path}`);
    return ["Milliseconds a stage", ...stages, "Costliest files, milliseconds each", ...files, ""].join("\n");
  }
}
