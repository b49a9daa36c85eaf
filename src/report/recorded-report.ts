import type { Code, Diagnostic, RuleLevels, Severity } from "#text";
import { problem } from "#text";
import type { ExampleCounts, Problem, ProblemReport, ReportLocation } from "./problem.ts";
import type { JsonDiagnostic, JsonLocation } from "./print-json.ts";
import { jsonLocation } from "./print-json.ts";
import { compare, levelOf } from "./problem.ts";

/** The data of a problem at a place that is only known by name. */
export interface ProblemWords {
  readonly code: Code;
  readonly blanks: Readonly<Record<string, string>>;
  readonly hint?: string | undefined;
  readonly place: JsonLocation;
  readonly related: readonly { readonly message: string; readonly place: JsonLocation }[];
}

const nowhere = (file: string): Diagnostic["place"] => ({ file: { id: file, name: file, text: "", language: "yaml" }, start: 0, end: 0 });

/** Makes a problem with the level of the settings; `undefined` if its code is off. */
export function recordedProblem({ code, blanks, hint, place, related }: ProblemWords, rules: RuleLevels): JsonDiagnostic | undefined {
  const made = problem(code, nowhere(place.file), { ...blanks, hint } as Parameters<typeof problem>[2]);
  const severity = levelOf(made, rules);
  if (severity === "off") return undefined;
  const others = related.map((each) => ({ message: each.message, ...jsonLocation(each.place) }));
  return { code, severity, message: made.message, hint: made.hint ?? null, ...jsonLocation(place), related: others };
}

/** Sorts problems as reports do, and removes duplicates. */
export function sortRecorded(problems: readonly JsonDiagnostic[]): JsonDiagnostic[] {
  const sorted = [...problems].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.start.line, b.start.line) ||
      compare(a.start.column, b.start.column) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
  const textOf = (each: JsonDiagnostic | undefined): string => JSON.stringify(each && [each.code, each.message, jsonLocation(each)]);
  // Problems in shared files are reported by each document.
  return sorted.filter((each, at) => at === 0 || textOf(sorted[at - 1]) !== textOf(each));
}

export interface RecordedReportOptions {
  readonly documents: readonly string[];
  readonly examples: ExampleCounts;
  readonly maxProblems?: number | undefined;
  /** Whether warnings fail the run, too. */
  readonly isStrict?: boolean | undefined;
}

/** A report of problems that other runs found, sorted and without duplicates. */
export function recordedReport(
  problems: readonly JsonDiagnostic[],
  { documents, examples, maxProblems, isStrict }: RecordedReportOptions,
): ProblemReport {
  const sorted = sortRecorded(problems);
  const shown = sorted.slice(0, maxProblems).map((each): Problem => ({
    ...each,
    code: each.code as Code,
    hint: each.hint ?? undefined,
    place: nowhere(each.file),
    related: each.related.map((other) => ({ ...other, place: nowhere(other.file) })),
  }));
  const count = (severity: Severity): number => sorted.filter((each) => each.severity === severity).length;
  const { passed, failed, notChecked } = examples;
  return {
    problems: shown,
    allDiagnostics: [],
    summary: {
      errors: count("error"),
      warnings: count("warning"),
      infos: count("info"),
      documents: documents.length,
      examples: { checked: passed + failed, passed, failed, notChecked },
    },
    documents,
    isStrict,
    unlisted: sorted.length - shown.length,
    known: 0,
    gone: 0,
    rootOf: () => undefined,
  };
}

/** A report with other names of files, for example relative to another folder. */
export function renamedReport(report: ProblemReport, rename: (file: string) => string): ProblemReport {
  const located = ({ file, pointer, start, end, place }: ReportLocation): ReportLocation => ({
    file: rename(file),
    pointer,
    start,
    end,
    place,
  });
  const problems = report.problems.map((each): Problem => ({
    ...located(each),
    code: each.code,
    severity: each.severity,
    message: each.message,
    hint: each.hint,
    related: each.related.map((other) => ({ ...located(other), message: other.message })),
  }));
  return { ...report, problems, documents: report.documents.map(rename) };
}
