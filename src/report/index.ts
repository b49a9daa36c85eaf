/**
 * Reports. Diagnostics get the levels of the settings; duplicates and those that comments or a baseline suppress are removed, and the
 * others sorted. Reports are printed in several formats, and decide about the exit code.
 */
export type { AcceptedChanges } from "./accepted-changes.ts";
export { parseAcceptedChanges, printAcceptedChanges } from "./accepted-changes.ts";
export type { Baseline } from "./baseline.ts";
export { parseBaseline, printBaseline } from "./baseline.ts";
export type {
  Acceptance,
  Affected,
  Change,
  ChangeFact,
  ChangeParty,
  ChangeSubject,
  ChangeSummary,
  ChangeVerdict,
  FactBlank,
  FactPhrase,
} from "./change.ts";
export { MOST_WITNESS, worstParty } from "./change.ts";
export type { Cause } from "./causes.ts";
export { causesOf, factText, headlineOf, partiesOf, reachedBy } from "./causes.ts";
export type { ChangeReport, FailOn, ReportedChange, ReportedVersion } from "./change-report.ts";
export { changesFail, failOns, makeChangeReport } from "./change-report.ts";
export type { ChangeFormat } from "./print-changes.ts";
export { changeFormats, printChangesInPieces, printFailedChanges } from "./print-changes.ts";
export type { CoverageReport, CoverageItem } from "./coverage.ts";
export { coverageOf, printBadge, printBadgeData, thresholdProblem } from "./coverage.ts";
export { exitCode } from "./settle.ts";
export type { DocumentFindings, ReportOptions } from "./make-report.ts";
export { makeReport, shortenReport } from "./make-report.ts";
export type { JsonDiagnostic, JsonLocation } from "./print-json.ts";
export { jsonReport } from "./print-json.ts";
export type { Format } from "./print-pretty.ts";
export { formats } from "./print-pretty.ts";
export { printReport, printReportInPieces } from "./print-report.ts";
export { visible, visibleLines } from "./problem.ts";
export type { ExampleCounts, Problem, ProblemReport } from "./problem.ts";
export type { ProblemWords } from "./recorded-report.ts";
export { recordedProblem, recordedReport, renamedReport, sortRecorded } from "./recorded-report.ts";
