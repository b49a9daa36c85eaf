/**
 * Diagnostics → text: the settings' levels applied, each problem once and in order, with places, frames and counts, in six formats;
 * what a comment or a baseline has put off; the exit code.
 */
export type { Baseline } from "./baseline.ts";
export { parseBaseline, printBaseline } from "./baseline.ts";
export { exitCode } from "./settle.ts";
export type { Findings, ReportOptions } from "./make-report.ts";
export { makeReport } from "./make-report.ts";
export type { Format } from "./print-options.ts";
export { formats } from "./print-options.ts";
export { printReport, printReportInPieces } from "./print-report.ts";
export { visible, visibleLines } from "./visible.ts";
export type { ExampleCounts, Problem, Report } from "./problem.ts";
