/**
 * Diagnostics → text: the settings' levels applied, each problem once and in order, with places, frames and counts, in six formats;
 * what a comment or a baseline has put off; the exit code.
 */
export type { Baseline, KnownProblem } from "./baseline.ts";
export { parseBaseline, printBaseline } from "./baseline.ts";
export type { Verdict } from "./exit-code.ts";
export { exitCode } from "./exit-code.ts";
export type { Findings, ReportOptions } from "./make-report.ts";
export { makeReport } from "./make-report.ts";
export type { Format, PrintOptions } from "./print-options.ts";
export { formats } from "./print-options.ts";
export { printReport, printReportInPieces } from "./print-report.ts";
export { visible, visibleLines } from "./visible.ts";
export type { ExampleCounts, Position, Problem, RelatedSpot, Report, Spot, Summary } from "./problem.ts";
