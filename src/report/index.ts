/**
 * Reports. Diagnostics get the levels of the settings; duplicates and those that comments or a baseline suppress are removed, and the
 * others sorted. Reports are printed in several formats, and decide about the exit code.
 */
export type { Baseline } from "./baseline.ts";
export { fileOf, isOfDiff, jsonIn, listsChanges, parseBaseline, printBaseline, slashed, withoutIndices } from "./baseline.ts";
export type { CoverageReport, CoverageItem, ExampleCounts, Problem, ProblemReport, ReportLocation, RootLookup } from "./problem.ts";
export {
  coverageOf,
  printBadge,
  printBadgeData,
  thresholdProblem,
  compare,
  exitCode,
  escapeCommands,
  LazyLocation,
  visible,
  visibleJson,
  visibleLines,
} from "./problem.ts";
export type { DocumentFindings, ReportOptions } from "./make-report.ts";
export { makeReport, shortenReport } from "./make-report.ts";
export { createRangeLookup, nextNode } from "./disable-comments.ts";
export type { JsonDiagnostic, JsonLocation, ProblemWords } from "./print-json.ts";
export { jsonList, jsonReport, printIndented, recordedProblem, recordedReport, renamedReport, sortRecorded } from "./print-json.ts";
export type { Format, Paint, PaintStyle, PrintOptions } from "./print-pretty.ts";
export { formats, painter, positionOf, sourceFrame } from "./print-pretty.ts";
export { printReport, printReportInPieces } from "./print-report.ts";
