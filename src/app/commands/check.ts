import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Flags, Settings } from "#config";
import { isRulesetName } from "#config";
import { OutputFailure } from "#output";
import { tryProblems } from "#pages";
import type { Baseline, ProblemReport } from "#report";
import { coverageOf, exitCode, thresholdProblem, visible } from "#report";
import type { Ruleset } from "#rulesets";
import type { CheckedDocument, Examined, Exit, Input, Io, Reporting, RunContext } from "#run";
import {
  documentFault,
  examine,
  exits,
  findingsOf,
  fragmentsLine,
  inputOf,
  keepReportsApart,
  openSettings,
  accessLine,
  readBaseline,
  replaceFile,
  reportOf,
  say,
  UsageError,
  writeBaseline,
} from "#run";
import type { Diagnostic, FileAccess, Insertion, Place, TextFile } from "#text";
import { decodeText, entryOf, isUrl, lineColumn, namedAccess, problem, readFile, realPathOf, repositoryOf } from "#text";
import { createValidator, measureCoverage } from "#verdicts";
import { wings } from "../wings/index.ts";

/** One edit of a text, from a diagnostic with one safe fix. */
interface Edit {
  readonly place: Place;
  readonly fixed: string;
  /** The description of the change for the reader. */
  readonly told: string;
}

/** Texts that need no quotes in YAML, even in flow collections, because no reader takes them for another type. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z_][\w./#~-]*$/i;

/** A key or text in the style of the one it replaces. */
function inStyleOf(written: string, text: string, { language }: TextFile): string {
  if (language === "json" || written.startsWith('"')) return JSON.stringify(text);
  if (written.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

/** The edits of one file, the last first. */
interface FileEdits {
  readonly file: TextFile;
  readonly edits: Edit[];
}

/** The edit that inserts a text, described by the word it is put before. */
function insertEdit(file: TextFile, { at, text }: Insertion): Edit {
  const word = /^\S{0,40}/.exec(file.text.slice(at, at + 40))?.[0] ?? "";
  return { place: { file, start: at, end: at }, fixed: text, told: `${word} → ${text}${word}` };
}

/** The edits of a problem. Scalars of several lines are left alone. */
function editsOf({ place, fix, inserts = [] }: Diagnostic): Edit[] {
  const { file, start, end } = place;
  const edits = inserts.map((insert) => insertEdit(file, insert));
  const written = file.text.slice(start, end);
  if (fix === undefined || written === "" || /[\r\n]/.test(written)) return edits;
  const fixed = inStyleOf(written, fix, file);
  return [...edits, { place, fixed, told: `${written} → ${fixed}` }];
}

/** The edits of each file, without overlaps. */
function editsByFile(diagnostics: readonly Diagnostic[]): FileEdits[] {
  const found = new Map<string, FileEdits>();
  for (const edit of diagnostics.flatMap(editsOf).sort((a, b) => b.place.start - a.place.start)) {
    const { file } = edit.place;
    if (/^[a-z]+:\/\//.test(file.id)) continue;
    const { edits }: FileEdits = found.get(file.id) ?? { file, edits: [] };
    found.set(file.id, { file, edits });
    const after = edits.at(-1);
    if (!after || edit.place.end <= after.place.start) edits.push(edit);
  }
  return [...found.values()].sort((a, b) => (a.file.name < b.file.name ? -1 : 1));
}

const MARK = "\ufeff";

/**
 * Applies the edits to a file; all other bytes stay the same. A file that changed since it was read is not touched. Returns whether it
 * was written.
 */
function writeEdits(file: TextFile, edits: readonly Edit[], cwd: string): boolean {
  // The id is the real path.
  const bytes = readFile(file.id, { root: file.id });
  if ("problem" in bytes) return false;
  const now = bytes.toString();
  const mark = now.startsWith(MARK) && !file.text.startsWith(MARK) ? MARK : "";
  if (now !== mark + file.text) return false;
  const text = edits.reduce((before, { place, fixed }) => before.slice(0, place.start) + fixed + before.slice(place.end), file.text);
  replaceFile(file.id, mark + text, cwd);
  return true;
}

interface FixOptions {
  /** Files that are not on disk, such as standard input. */
  readonly given: ReadonlySet<string>;
  /** Whether to change files; otherwise the changes are only printed. */
  readonly write: boolean;
  readonly io: Io;
}

/** Applies all safe fixes and says what was changed. Returns how many. */
function fixFiles(diagnostics: readonly Diagnostic[], { given, write, io }: FixOptions): number {
  let count = 0;
  for (const { file, edits } of editsByFile(diagnostics)) {
    if (given.has(file.id) || (write && !writeEdits(file, edits, io.cwd))) continue;
    count += edits.length;
    for (const { place, told } of edits.toReversed()) {
      const { line, column } = lineColumn(file, place.start);
      io.stderr(`${visible(`${write ? "fixed" : "would fix"} ${file.name}:${line}:${column} ${told}`)}\n`);
    }
  }
  return count;
}

/** The largest ruleset in bytes. */
const LARGEST = 1 << 24;

/** Reads a ruleset, or a file that it extends; the reason if it cannot be read. */
function open(path: string, cwd: string, access: FileAccess): TextFile | string {
  const bytes = readFile(path, { ...access, largest: LARGEST });
  if ("problem" in bytes) return bytes.reason;
  const name = relative(cwd, path).split(sep).join("/");
  const language = /\.json$/i.test(path) ? "json" : "yaml";
  return decodeText({ id: path, name, language }, bytes, () => undefined) ?? "it is not UTF-8";
}

/**
 * Reads the ruleset that the settings name. Throws if it cannot be read; what in it cannot run is one of its problems. A stranger may have
 * written it, so what it extends lies in its repository, and is hidden only as rulesets are by habit.
 */
async function openRuleset({ ruleset, limits }: Settings, cwd: string): Promise<Ruleset | undefined> {
  if (ruleset === undefined) return undefined;
  const file = open(ruleset, cwd, namedAccess(ruleset, cwd));
  if (typeof file === "string")
    throw new UsageError(`Cannot read the ruleset ${JSON.stringify(ruleset)}: ${file}.`, "Name a file with rules.");
  const root = repositoryOf(dirname(realPathOf(ruleset)));
  // Loaded only where there is a ruleset.
  const { readRuleset } = await import("#rulesets");
  return readRuleset(file, {
    judges: createValidator({ patternMs: limits.patternMs, validationMs: limits.validationMs }),
    milliseconds: limits.validationMs,
    open(path, from) {
      const wanted = resolve(dirname(from.id), path);
      const name = basename(wanted);
      return open(wanted, cwd, { root, named: isRulesetName(name) ? [join(realPathOf(dirname(wanted)), name)] : [] });
    },
  });
}

export interface CheckRequest extends Reporting {
  /** Paths, globs, or `-` for standard input. */
  readonly documents: readonly string[];
  readonly flags: Flags;
  /** The name for standard input. */
  readonly stdinFilename?: string | undefined;
  readonly writeBaseline: boolean;
  /** Whether to change files where a problem has one safe fix. */
  readonly fix: boolean;
  /** With `fix`: whether to only print the changes. */
  readonly dryRun: boolean;
}

/** How often files are checked again after fixes. Fixes reveal further ones, for example behind a reference. */
const ROUNDS = 10;
const NOTHING_FIXED = "Nothing was fixed: no problem has one safe answer.\n";

/** The coverage of all documents together, and a problem if a share is below the threshold. */
function coverageIn(runs: readonly Examined[], { threshold = 0 }: NonNullable<Settings["coverage"]>) {
  const measured = runs.flatMap(({ subject }) => (subject ? [{ api: subject.api, items: [...measureCoverage(subject)] }] : []));
  return {
    coverage: coverageOf(measured.flatMap(({ items }) => items)),
    problems: measured.flatMap(({ api, items }) => thresholdProblem(items, threshold, entryOf(api.node, "info") ?? api.node)),
  };
}

interface CheckRun {
  readonly flags: Flags;
  readonly io: Io;
  readonly baseline: Baseline | undefined;
  readonly ruleset: Ruleset | undefined;
}

/** Adds to each document what a ruleset finds in it. */
async function ruled(runs: readonly Examined[], ruleset: Ruleset | undefined): Promise<readonly Examined[]> {
  if (!ruleset) return runs;
  const { runRuleset } = await import("#rulesets");
  return runs.map((run) =>
    run.subject ? { ...run, diagnostics: [...run.diagnostics, ...runRuleset(ruleset, run.subject.documents)] } : run,
  );
}

/** Examines one of several documents. A failure of msgdocs on it does not stop the others. */
async function examineOne(path: string, context: RunContext): Promise<Examined> {
  try {
    return await examine(path, context, "problems");
  } catch (error) {
    const file = {
      id: path,
      name: isUrl(path) ? path : relative(context.cwd, path).split(sep).join("/"),
      text: "",
      language: "yaml",
    } as const;
    const failure = problem("run/failed", { file, start: 0, end: 0 }, { ...documentFault(error, file.name) });
    return { diagnostics: [], files: [], inputs: [], contacts: [], failures: [failure] };
  }
}

/** Checks all documents as they are now and makes the report. */
async function reportNow({ documents, overlay, named, listed }: Input, settings: Settings, { flags, io, baseline, ruleset }: CheckRun) {
  const { folder } = settings.portal ?? { folder: io.cwd };
  const portal = listed ? await wings.portal?.() : undefined;
  const checked: CheckedDocument[] = [];
  const ofSettings: Diagnostic[] = [];
  for (const path of documents) {
    const document = { path, entry: listed?.get(path) };
    const own = portal ? portal.settingsOf(document, { flags, settings, folder }) : { settings, problems: [] };
    const context = { settings: own.settings, cwd: io.cwd, overlay, named, progress: io.progress };
    // A failure on the only document is told with all that --debug says.
    const examined = await (documents.length > 1 ? examineOne(path, context) : examine(path, context, "problems"));
    checked.push({ document, settings: own.settings, examined });
    ofSettings.push(...own.problems);
  }
  io.progress(undefined);
  const runs = checked.map(({ examined }) => examined);
  const measured = settings.coverage ? coverageIn(runs, settings.coverage) : undefined;
  // A portal tells it itself, and some of its documents cannot.
  const tried =
    settings.portal || runs.some(({ subject }) => !subject)
      ? []
      : tryProblems(
          settings,
          runs.flatMap(({ subject }) => subject?.api.servers ?? []),
        );
  const across = await portal?.portalFindings(checked, settings, { folder, cwd: io.cwd });
  const failures = [...runs.flatMap(({ failures: own = [] }) => own), ...(across?.failures ?? [])];
  const ofAll = [...failures, ...ofSettings, ...tried, ...(across?.found ?? []), ...(measured?.problems ?? [])];
  const findings = [...(await ruled(runs, ruleset)), { diagnostics: ofAll, files: [], inputs: [], contacts: [] }].map(findingsOf);
  if (ruleset)
    findings.push({ ...findingsOf({ diagnostics: ruleset.problems, files: [], inputs: [], contacts: [] }), rootOf: ruleset.rootOf });
  const report = reportOf(findings, { settings, documents, cwd: io.cwd, baseline, coverage: measured?.coverage });
  return {
    report,
    isFaulty: failures.length > 0,
    reached: accessLine(
      runs.map((run, at) => ({ ...run, document: documents[at] ?? "" })),
      { cwd: io.cwd, settings },
    ),
  };
}

/** Checks documents and prints one report on standard output. */
export async function check(request: CheckRequest, io: Io): Promise<Exit> {
  const { flags } = request;
  const opened = await openSettings(flags, request, io);
  if (!opened) return exits.usage;
  // A baseline needs every problem, even those beyond the limit of the report.
  const ruleset = await openRuleset(opened, io.cwd);
  const levelled = { ...opened, rules: { ...ruleset?.levels, ...opened.rules } };
  const settings = request.writeBaseline ? { ...levelled, maxProblems: undefined } : levelled;
  const baseline = request.writeBaseline ? undefined : readBaseline(settings, io.cwd);
  const inputs = await inputOf({ given: request.documents, stdinFilename: request.stdinFilename }, settings, io);
  keepReportsApart(request, { inputs: inputs.documents.filter((each) => !isUrl(each)) }, io);
  let { report, reached, isFaulty } = await reportNow(inputs, settings, { flags, io, baseline, ruleset });
  const given = new Set(inputs.overlay?.keys());
  const write = !request.dryRun;
  const tell = (told: ProblemReport): void => say(told, request, { io, to: "stdout" });
  let known: Baseline | undefined;
  try {
    let fixes = 0;
    for (let round = 0; request.fix && round < ROUNDS; round += 1) {
      const found = fixFiles(report.allDiagnostics, { given, write, io });
      fixes += found;
      if (found === 0 || !write) break;
      ({ report, reached, isFaulty } = await reportNow(inputs, settings, { flags, io, baseline, ruleset }));
    }
    if (request.fix && fixes === 0 && report.allDiagnostics.length > 0 && !request.quiet) io.stderr(NOTHING_FIXED);
    if (request.writeBaseline) known = readBaseline({ baseline: writeBaseline(report, settings, io) }, io.cwd);
  } catch (error) {
    // If the disk refuses the baseline, the report is still printed.
    if (error instanceof OutputFailure) tell(report);
    throw error;
  }
  if (!request.quiet) io.stderr(reached + fragmentsLine(inputs.fragments));
  if (request.writeBaseline) {
    const isForMachines = request.format !== "pretty" || request.files?.length;
    if (isForMachines) tell((await reportNow(inputs, levelled, { flags, io, baseline: known, ruleset })).report);
    return isFaulty ? exits.bug : exits.fine;
  }
  tell(report);
  return isFaulty ? exits.bug : exitCode(report.summary, { strict: settings.strict, allowErrors: false });
}
