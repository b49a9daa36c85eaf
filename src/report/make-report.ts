import type { Diagnostic, Node, Place, RuleLevels, TextFile } from "#text";
import { problem } from "#text";
import type { Baseline } from "./baseline.ts";
import { applyBaseline } from "./baseline.ts";
import { applyDisableComments } from "./disable-comments.ts";
import type { CoverageReport, ExampleCounts, Problem, ProblemReport, ReportSummary, RootLookup } from "./problem.ts";
import { LazyLocation, LazyProblem, levelOf, settleDiagnostics } from "./problem.ts";

/** The limits of a report. */
interface ReportLimits {
  readonly rules: RuleLevels;
  readonly rootOf: RootLookup;
  /** The most problems to list. */
  readonly maxProblems?: number | undefined;
  /** The most characters of its problems, including names and pointers of places. */
  readonly maxCharacters?: number | undefined;
}

/** Roughly the characters that a format adds to a place or a problem. */
const OVERHEAD = 200;

/** The size of a place in a report. Pointers count, because many problems may be below one long key. */
function placeSize({ file, pointer }: LazyLocation): number {
  return OVERHEAD + file.length + pointer.length;
}

interface ProblemListing {
  readonly problems: Problem[];
  /** How many related places of the last problem are left out. */
  readonly cut: number;
}

/** The first problems that fit into the limit of characters. The last one may lose related places. */
function takeFitting(diagnostics: readonly Diagnostic[], { rootOf, maxCharacters = Infinity }: ReportLimits): ProblemListing {
  const problems: Problem[] = [];
  let left = maxCharacters;
  for (const diagnostic of diagnostics) {
    const { message, hint = "", related, place } = diagnostic;
    if (left !== Infinity) left -= message.length + hint.length + placeSize(new LazyLocation(place, rootOf));
    if (left < 0) break;
    let most = 0;
    for (const each of related) {
      if (left !== Infinity) left -= each.message.length + placeSize(new LazyLocation(each.place, rootOf));
      if (left < 0) break;
      most += 1;
    }
    problems.push(new LazyProblem(diagnostic, rootOf, most));
    if (left < 0) return { problems, cut: related.length - most };
  }
  return { problems, cut: 0 };
}

/** The problem that says that the report is cut. Its place is that of the first problem left out, so that it comes last. */
function limitProblem(diagnostics: readonly Diagnostic[], { problems, cut }: ProblemListing, { rules, rootOf }: ReportLimits): Problem[] {
  const unlisted = diagnostics.length - problems.length;
  const at = diagnostics[problems.length] ?? diagnostics.at(-1);
  if (!at || unlisted + cut === 0) return [];
  const ofProblems = unlisted > 0 ? [`${unlisted} of ${diagnostics.length} problems`] : [];
  const ofPlaces = cut > 0 ? [`${cut} related places of the problem before`] : [];
  const limit = problem("report/limit", at.place, { what: [...ofProblems, ...ofPlaces].join(" and ") });
  const severity = levelOf(limit, rules);
  return severity === "off" ? [] : [new LazyProblem({ ...limit, severity }, rootOf)];
}

/** The problems that a report lists, and the number of the others. A cut because of the size is reported as a problem. */
function limitProblems(diagnostics: readonly Diagnostic[], bounds: ReportLimits): { problems: Problem[]; unlisted: number } {
  const first = diagnostics.slice(0, bounds.maxProblems);
  const listing = takeFitting(first, bounds);
  return {
    problems: [...listing.problems, ...limitProblem(first, listing, bounds)],
    unlisted: diagnostics.length - listing.problems.length,
  };
}

/** The results for one document. */
export interface DocumentFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** The verdict of each message example by its identity, which documents that share the message share. */
  readonly examples: ReadonlyMap<string, keyof ExampleCounts>;
  readonly files: readonly TextFile[];
  readonly rootOf: (file: TextFile) => Node | undefined;
  /** The values that no report may repeat. */
  readonly secrets?: readonly Place[] | undefined;
}

export interface ReportOptions {
  readonly rules: RuleLevels;
  /** Names of the documents as given, including those that could not be read. */
  readonly documents: readonly string[];
  /** The most problems to list; no limit by default. */
  readonly maxProblems?: number;
  /** The most characters of the listed problems; no limit by default. */
  readonly maxCharacters?: number;
  readonly baseline?: Baseline;
  /** Whether warnings fail the run, too. */
  readonly isStrict?: boolean | undefined;
  /** The coverage, if it was requested. */
  readonly coverage?: CoverageReport | undefined;
}

function countExamples(documents: readonly DocumentFindings["examples"][]): ReportSummary["examples"] {
  const total = { passed: 0, failed: 0, notChecked: 0 };
  for (const state of new Map(documents.flatMap((examples) => [...examples])).values()) total[state] += 1;
  return { checked: total.passed + total.failed, ...total };
}

function summaryOf(
  diagnostics: readonly { readonly severity: string }[],
  runs: readonly DocumentFindings[],
  documents: number,
): ReportSummary {
  const count = (severity: string): number => diagnostics.filter((each) => each.severity === severity).length;
  const examples = countExamples(runs.map((run) => run.examples));
  return { errors: count("error"), warnings: count("warning"), infos: count("info"), documents, examples };
}

/** Creates one report of all documents of a run: each problem once, sorted, with its location, counted. */
export function makeReport(runs: readonly DocumentFindings[], options: ReportOptions): ProblemReport {
  const { rules, documents, maxProblems, maxCharacters, baseline, isStrict, coverage } = options;
  const roots = new Map<TextFile, Node | undefined>();
  const rootOf: RootLookup = (file) => {
    if (!roots.has(file)) roots.set(file, runs.map((run) => run.rootOf(file)).find(Boolean));
    return roots.get(file);
  };
  const files = runs.flatMap((run) => run.files);
  const all = applyDisableComments(
    runs.flatMap((run) => run.diagnostics),
    { files, rootOf, rules },
  );
  const settled = settleDiagnostics(all, rules);
  const pointerOf = (place: Place): string => new LazyLocation(place, rootOf).pointer;
  const { unknown: fresh, gone } = baseline
    ? applyBaseline(baseline, { diagnostics: settled, files, pointerOf })
    : { unknown: settled, gone: 0 };
  return {
    ...limitProblems(fresh, { rules, rootOf, maxProblems, maxCharacters }),
    allDiagnostics: fresh,
    summary: summaryOf(fresh, runs, documents.length),
    documents,
    isStrict,
    known: settled.length - fresh.length,
    gone,
    rootOf,
    secrets: runs.flatMap(({ secrets = [] }) => secrets),
    ...(coverage ? { coverage } : {}),
  };
}

/** A report that lists no more than some number of problems. Its totals are those of all. */
export function shortenReport(report: ProblemReport, maxProblems: number | undefined): ProblemReport {
  const problems = report.problems.slice(0, maxProblems);
  return { ...report, problems, unlisted: report.unlisted + report.problems.length - problems.length };
}
