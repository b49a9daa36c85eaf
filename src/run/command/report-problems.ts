/** Reports problems and failures of ours, and explains codes: `msgdocs explain`. */
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Settings } from "#config";
import { defaultLimits, packageRoot } from "#config";
import { secretsOf } from "#model";
import { OutputFailure } from "#output";
import type { Theme } from "#render";
import type { Baseline, CoverageReport, DocumentFindings, ExampleCounts, Format, ProblemReport } from "#report";
import { makeReport, printBadge, printBadgeData, printReportInPieces } from "#report";
import type { Diagnostic, Node, TextFile, Code, CodeDefinition } from "#text";
import {
  isInside,
  isUrl,
  problem,
  realPathOf,
  repositoryOf,
  failureReason,
  catalog,
  codesForName,
  nearest,
  readOwnFile,
  replacementNote,
} from "#text";
import manifest from "../../../package.json" with { type: "json" };
import type { Examined, MadeSite } from "../recipe/index.ts";
import type { Io, ReportFile, Reporting, Exit } from "./io.ts";
import { UsageError, isEnvironment, exits } from "./io.ts";
import { replaceFile } from "./one-file.ts";

const REPOSITORY = manifest.homepage.replace(/#.*$/, "");

/** The page on a code: its Markdown, and its URL in the repository. */
export function rulePage(code: Code): { readonly markdown: string; readonly url: string } {
  const path = `docs/rules/${code}.md`;
  return { markdown: readOwnFile(join(packageRoot(), path)).toString(), url: `${REPOSITORY}/blob/HEAD/${path}` };
}

/** All codes with their levels. `!` marks levels that settings cannot change. */
function listing(): string {
  const all: readonly (readonly [string, CodeDefinition])[] = Object.entries(catalog);
  const longest = Math.max(...all.map(([code]) => code.length));
  const lines = all.map(([code, { level, fatal }]) => `${code.padEnd(longest)}  ${level}${fatal ? "!" : ""}`);
  return `${lines.join("\n")}\n\n! The settings cannot change it. More about each: msgdocs explain <code>\n`;
}

/** Prints the page of a code, the pages of all codes for a rule of another tool, or the list of codes. */
export async function explain(name: string | undefined, io: Io): Promise<Exit> {
  if (name === undefined) {
    io.stdout(listing());
    return exits.fine;
  }
  const codes = codesForName(name);
  if (!codes) {
    const near = nearest(name, Object.keys(catalog));
    const hint = near === undefined ? "msgdocs explain lists all codes." : `Did you mean ${JSON.stringify(near)}?`;
    throw new UsageError(`There is no code ${JSON.stringify(name)}.`, hint);
  }
  if (!Object.hasOwn(catalog, name)) io.stdout(`There is no rule ${JSON.stringify(name)} here: ${replacementNote(name)}.\n\n`);
  io.stdout([codes.map((code) => rulePage(code).markdown).join("\n")]);
  return Promise.resolve(exits.fine);
}

const states = { passed: "passed", failed: "failed", "not-checked": "notChecked" } as const;

/** The examples by place of their message and number within it. A message that two documents share counts once. */
function examplesOf({ api, verdicts }: NonNullable<Examined["subject"]>): DocumentFindings["examples"] {
  const examples = new Map<string, keyof ExampleCounts>();
  const taken = new Map<string, number>();
  for (const message of api.messages) {
    const place = `${message.written.file.id} ${message.written.start}`;
    // With a YAML alias, one text can be two messages.
    const twin = taken.get(place) ?? 0;
    taken.set(place, twin + 1);
    message.examples.forEach((example, at) => {
      const verdict = verdicts.of(example);
      if (verdict) examples.set(`${place} ${twin} ${at}`, states[verdict.state]);
    });
  }
  return examples;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** The results of one document for the report. */
export function findingsOf({ diagnostics, files, subject }: Examined): DocumentFindings {
  const rootOf = (file: TextFile): Node | undefined => subject?.documents.rootOf(file);
  const secrets = subject && secretsOf(subject.api, subject.documents);
  return { diagnostics, files, rootOf, secrets, examples: subject ? examplesOf(subject) : none };
}

function settingsFindings(diagnostics: readonly Diagnostic[], root: Node | undefined): DocumentFindings {
  const rootOf = (file: TextFile): Node | undefined => (root?.file === file ? root : undefined);
  return { diagnostics, files: [], rootOf, examples: none };
}

/** The report on problems of settings or a theme, when no document was read. */
export function reportOfSettings(diagnostics: readonly Diagnostic[], root: Node | undefined): ProblemReport {
  const maxCharacters = defaultLimits.reportCharacters;
  return makeReport([settingsFindings(diagnostics, root)], { rules: {}, documents: [], maxCharacters });
}

/**
 * The problem of a user's template that ended the run; `undefined` for other errors. The class is not compared, because loading it
 * would load all of rendering.
 */
export function templateFaultOf(error: unknown): Diagnostic | undefined {
  return error instanceof Error && error.name === "TemplateFault" ? (error as Error & { problem: Diagnostic }).problem : undefined;
}

/** Links without a target are our bug, unless a user's templates may have made them. */
export function linkFaultOf(error: unknown, { hasOwn }: Pick<Theme, "hasOwn">): unknown {
  if (!hasOwn || !(error instanceof Error && error.name === "BrokenLinksError")) return error;
  return new UsageError(
    `With these templates ${error.message}.`,
    "A link in a template leads to a page, a file or an anchor of the site, or to an http, https or mailto URL.",
  );
}

/** Describes a page or file on which msgdocs itself failed. */
export function pageFault({ path, reason }: MadeSite["site"]["failures"][number]): { readonly reason: string; readonly hint: string } {
  return {
    reason: `msgdocs failed on ${path}: ${reason}.`,
    hint: "The rest is written. This is a bug of msgdocs, not of your document: please report it.",
  };
}

/** The problem that a run could not be carried out. */
export function runFailure({ message, hint }: { readonly message: string; readonly hint?: string | undefined }): Diagnostic {
  const file = { id: "command line", name: "command line", text: "", language: "yaml" } as const;
  return problem("run/failed", { file, start: 0, end: 0 }, { reason: message, hint });
}

/** The report of a run that could not be carried out. That is its only problem. */
export function reportOfFailure(failure: Pick<UsageError, "message" | "hint">): ProblemReport {
  return reportOfSettings([runFailure(failure)], undefined);
}

export interface ReportRequest {
  readonly settings: Settings;
  /** The paths and URLs of the documents. */
  readonly documents: readonly string[];
  /** The working folder, to which names in reports are relative. */
  readonly cwd: string;
  readonly baseline?: Baseline | undefined;
  /** The coverage, if it was requested. */
  readonly coverage?: CoverageReport | undefined;
}

/** The report of some documents under the settings of the run. */
export function reportOf(
  runs: readonly DocumentFindings[],
  { settings, documents, cwd, baseline, coverage }: ReportRequest,
): ProblemReport {
  const { rules, maxProblems, remarks, limits, strict } = settings;
  const ofSettings = remarks ? [settingsFindings(remarks.diagnostics, remarks.root)] : [];
  return makeReport([...ofSettings, ...runs], {
    rules,
    isStrict: strict,
    maxCharacters: limits.reportCharacters,
    documents: documents.map((path) => (isUrl(path) ? path : relative(cwd, resolve(cwd, path)).split(sep).join("/"))),
    ...(maxProblems === undefined ? {} : { maxProblems }),
    ...(baseline ? { baseline } : {}),
    coverage,
  });
}

/** Reports on one document: on what examining it found, and on more problems. `before` are those of the theme. */
export function reporterOf(
  examined: Examined,
  { document, ...request }: Omit<ReportRequest, "documents"> & { readonly document: string },
  before: readonly Diagnostic[] = [],
): (more: readonly Diagnostic[]) => ProblemReport {
  return (more) =>
    reportOf([findingsOf({ ...examined, diagnostics: [...before, ...examined.diagnostics, ...more] })], {
      ...request,
      documents: [document],
    });
}

/** The report with errors only, for `--quiet`. It still says if problems are left out because of the limit. */
function errorsOnly(report: ProblemReport): ProblemReport {
  return { ...report, problems: report.problems.filter(({ severity, code }) => severity === "error" || code === "report/limit") };
}

/** Small pieces are joined up to this size, because many pieces would mean many writes. */
const BATCH = 65_536;

function* batches(pieces: Iterable<string>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < BATCH) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** The working folder relative to the top of its repository, `/`-separated. Without a `.git`, the top is the folder that a CI names. */
export function folderInRepository(cwd: string, { GITHUB_WORKSPACE, CI_PROJECT_DIR }: NodeJS.ProcessEnv): string {
  const folder = realPathOf(cwd);
  const top = repositoryOf(folder);
  const checkouts = existsSync(join(top, ".git")) ? [] : [GITHUB_WORKSPACE, CI_PROJECT_DIR];
  const checkout = checkouts.flatMap((each) => (each ? [realPathOf(each)] : [])).find((each) => isInside(each, folder));
  return relative(checkout ?? top, folder)
    .split(sep)
    .join("/");
}

/** The formats for hosts, which identify files by their path in the repository. The top of the repository is only searched for these. */
const hostFormats: readonly Format[] = ["github", "sarif", "codeclimate"];

/**
 * Prints a report, and writes it to the requested files. Formats for machines, such as `json`, go to standard output and nothing else
 * does. What people read goes to the stream of the command; there, standard error only gets problems. Files get `inFiles` where it is
 * given.
 */
export function say(
  report: ProblemReport,
  { format, quiet, files = [], tell }: Reporting,
  { io, to, inFiles = report }: { readonly io: Io; readonly to: "stdout" | "stderr"; readonly inFiles?: ProblemReport },
): void {
  if (tell) return tell(report);
  const optionsOf = (as: Format) => ({
    format: as,
    version: io.version,
    folder: hostFormats.includes(as) ? folderInRepository(io.cwd, process.env) : undefined,
    pageOf: rulePage,
  });
  const shown = (all: ProblemReport, as: Format): ProblemReport => (quiet && as === "pretty" ? errorsOnly(all) : all);
  const pretty = format === "pretty";
  const { errors, warnings } = report.summary;
  const isNothing = pretty && ((quiet && errors === 0) || (to === "stderr" && errors + warnings === 0));
  const stream = pretty ? to : "stdout";
  if (!isNothing) {
    const options = { ...optionsOf(format), colour: io.colour[stream], columns: io.columns?.(stream) };
    io[stream](batches(printReportInPieces(shown(report, format), options)));
  }
  const textOf = (as: ReportFile["format"], file: string): string => {
    if (as !== "badge") return [...printReportInPieces(shown(inFiles, as), { ...optionsOf(as), colour: false })].join("");
    const { coverage = { percent: 0 } } = inFiles;
    return /\.svg$/i.test(file) ? printBadge(coverage) : printBadgeData(coverage);
  };
  // Files come last, because the disk may refuse them.
  for (const { format: own, file } of files) {
    replaceFile(resolve(io.cwd, file), textOf(own, file), io.cwd);
  }
}

/** Why msgdocs itself failed on a document. */
export interface Fault {
  readonly reason: string;
  readonly hint: string;
}

/** Whether an error is our fault. Errors of the settings, the templates or the system affect all documents and are not. */
export function isFault(error: unknown): boolean {
  return !(error instanceof UsageError || error instanceof OutputFailure || isEnvironment(error) || templateFaultOf(error));
}

/** Describes an error of ours. */
export function faultOf(error: unknown): Fault {
  return {
    reason: failureReason(error),
    hint: "This is a bug of msgdocs, not of your document: please report it, with what msgdocs part FILE -o DIR --debug says.",
  };
}

/** Describes an error of ours on one of several documents. Any other error is thrown again. */
export function documentFault(error: unknown, file: string): Fault {
  if (!isFault(error)) throw error;
  const { reason, hint } = faultOf(error);
  return { reason: `msgdocs failed on this document: ${reason}.`, hint: hint.replace("FILE", () => file) };
}
