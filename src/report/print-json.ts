import type { LineColumn, Code, Diagnostic, RuleLevels, Severity } from "#text";
import { unicodeEscapes, problem } from "#text";
import type {
  CoverageReport,
  CoverageItem,
  Problem,
  ProblemReport,
  ReportSummary,
  RootLookup,
  ExampleCounts,
  ReportLocation,
} from "./problem.ts";
import { LazyLocation, compare, levelOf } from "./problem.ts";

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

interface RecordedReportOptions {
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
    secrets: [],
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

/** Characters that are legal in JSON, but that a terminal interprets or hides: controls (ISO 6429), formats, separators. */
const HIDDEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON with two spaces for each level; all lines but the first start with `indent`. */
export function printIndented(value: object, indent: string): string {
  return JSON.stringify(value, undefined, 2).replace(HIDDEN, unicodeEscapes).replaceAll("\n", `\n${indent}`);
}

/** Prints a list as JSON, one piece for each value, because a report may be many times larger than its documents. */
export function* jsonList(values: Iterable<object>, indent: string): Generator<string> {
  let before = "[";
  for (const value of values) {
    yield `${before}\n${indent}  ${printIndented(value, `${indent}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${indent}]`;
}

/** A place in the public report, without the text around it. */
export interface JsonLocation {
  readonly file: string;
  readonly pointer: string;
  readonly start: LineColumn;
  readonly end: LineColumn;
}

/** A problem in the public report, and as other runs read it. */
export interface JsonDiagnostic extends JsonLocation {
  readonly code: string;
  readonly severity: Problem["severity"];
  readonly message: string;
  readonly hint: string | null;
  readonly related: readonly (JsonLocation & { readonly message: string })[];
}

interface JsonShare {
  present: number;
  total: number;
}

/** The coverage in the public report. */
interface JsonCoverage extends JsonShare {
  percent: number;
  kinds: { kind: CoverageItem["kind"]; description: JsonShare; example: JsonShare | null }[];
  missing: (JsonLocation & Pick<CoverageItem, "kind" | "name" | "what">)[];
}

/** The public report, whose fields are a contract. */
export interface JsonReport {
  diagnostics: JsonDiagnostic[];
  summary: ReportSummary;
  coverage?: JsonCoverage;
}

/** The fields of a place that a report has, without any others. */
export function jsonLocation({ file, pointer, start, end }: JsonLocation): JsonLocation {
  return { file, pointer, start: { line: start.line, column: start.column }, end: { line: end.line, column: end.column } };
}

function jsonDiagnostic(problem: Problem): JsonDiagnostic {
  const { code, severity, message, hint, related } = problem;
  const others = related.map((other) => ({ message: other.message, ...jsonLocation(other) }));
  return { code, severity, message, hint: hint ?? null, ...jsonLocation(problem), related: others };
}

function* jsonDiagnostics(problems: readonly Problem[]): Generator<JsonDiagnostic> {
  for (const each of problems) yield jsonDiagnostic(each);
}

function jsonSummary({ errors, warnings, infos, documents, examples }: ReportSummary): ReportSummary {
  const { checked, passed, failed, notChecked } = examples;
  return { errors, warnings, infos, documents, examples: { checked, passed, failed, notChecked } };
}

function jsonCoverage({ percent, present, total, kinds, missing }: CoverageReport, rootOf: RootLookup): JsonCoverage {
  return {
    percent,
    present,
    total,
    kinds: kinds.map(({ kind, description, example }) => ({ kind, description, example: example ?? null })),
    missing: missing.map(({ kind, name, what, place }) => ({ kind, name, what, ...jsonLocation(new LazyLocation(place, rootOf)) })),
  };
}

/** The public report as data. */
export function jsonReport({ problems, summary, coverage, rootOf }: ProblemReport): JsonReport {
  return {
    diagnostics: problems.map(jsonDiagnostic),
    summary: jsonSummary(summary),
    ...(coverage ? { coverage: jsonCoverage(coverage, rootOf) } : {}),
  };
}

/** Prints the public report. */
export function* printJsonReport({ problems, summary, coverage, rootOf }: ProblemReport): Generator<string> {
  yield '{\n  "diagnostics": ';
  yield* jsonList(jsonDiagnostics(problems), "  ");
  yield `,\n  "summary": ${printIndented(jsonSummary(summary), "  ")}`;
  if (coverage) yield `,\n  "coverage": ${printIndented(jsonCoverage(coverage, rootOf), "  ")}`;
  yield "\n}\n";
}
