import type { LineColumn } from "#text";
import { unicodeEscapes } from "#text";
import type { CoverageReport, CoverageItem } from "./coverage.ts";
import { LazyLocation } from "./problem.ts";
import type { Problem, ProblemReport, ReportSummary, RootLookup } from "./problem.ts";

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
