import type { Examined } from "../build/index.ts";
import { examine } from "../build/index.ts";
import type { Flags, Settings } from "#config";
import { OutputFailure } from "#output";
import type { Baseline, ProblemReport } from "#report";
import { coverageOf, exitCode, thresholdProblem } from "#report";
import type { Diagnostic } from "#text";
import { entryOf, isUrl } from "#text";
import { measureCoverage } from "#verdicts";
import { readBaseline, writeBaseline } from "./baseline-file.ts";
import type { Input } from "./find-documents.ts";
import { inputOf } from "./find-documents.ts";
import type { Exit, Io, Reporting } from "./io.ts";
import { exits } from "./io.ts";
import { fixFiles } from "./fix-files.ts";
import { fragmentsLine, listedApis, nameProblems } from "./listed-apis.ts";
import type { CheckedDocument } from "./portal-findings.ts";
import { keepReportsApart } from "./report-files.ts";
import { reachLine } from "./reach-line.ts";
import { openRuleset } from "./open-ruleset.ts";
import { openSettings } from "./open-settings.ts";
import type { Ruleset } from "#rulesets";
import { findingsOf, reportOf, say } from "./report-problems.ts";

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

/** Checks all documents as they are now and makes the report. */
async function reportNow({ documents, overlay, named, listed }: Input, settings: Settings, { flags, io, baseline, ruleset }: CheckRun) {
  const { folder } = settings.portal ?? { folder: io.cwd };
  const portal = listed ? await import("./portal-findings.ts") : undefined;
  const checked: CheckedDocument[] = [];
  const ofSettings: Diagnostic[] = [];
  for (const path of documents) {
    const document = { path, entry: listed?.get(path) };
    const own = portal ? portal.settingsOf(document, { flags, settings, folder }) : { settings, problems: [] };
    const context = { settings: own.settings, cwd: io.cwd, overlay, named, progress: io.progress };
    checked.push({ document, settings: own.settings, examined: await examine(path, context, "problems") });
    ofSettings.push(...own.problems);
  }
  io.progress(undefined);
  const runs = checked.map(({ examined }) => examined);
  const apis = listed ? listedApis(runs, { documents, listed, folder }) : [];
  const measured = settings.coverage ? coverageIn(runs, settings.coverage) : undefined;
  const across = portal?.portalFindings(checked, settings, { folder, cwd: io.cwd }) ?? [];
  const failures = runs.flatMap(({ failures: own = [] }) => own);
  const ofAll = [...failures, ...ofSettings, ...nameProblems(apis), ...across, ...(measured?.problems ?? [])];
  const findings = [...(await ruled(runs, ruleset)), { diagnostics: ofAll, files: [], inputs: [], contacts: [] }].map(findingsOf);
  if (ruleset)
    findings.push({ ...findingsOf({ diagnostics: ruleset.problems, files: [], inputs: [], contacts: [] }), rootOf: ruleset.rootOf });
  const report = reportOf(findings, { settings, documents, cwd: io.cwd, baseline, coverage: measured?.coverage });
  return {
    report,
    isFaulty: failures.length > 0,
    reached: reachLine(
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
