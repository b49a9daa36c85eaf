/**
 * What the command line can ask for, each as a function of a request that gives an exit code. Everything it says goes through `Io`.
 */
export { attempt } from "./attempt.ts";
export { readBaseline } from "./baseline-file.ts";
export type { BuildRequest } from "./build.ts";
export { build } from "./build.ts";
export type { BundleRequest } from "./bundle.ts";
export { bundle } from "./bundle.ts";
export type { CheckRequest } from "./check.ts";
export { check } from "./check.ts";
export type { DiffRequest } from "./diff.ts";
export { diff } from "./diff.ts";
export type { EjectRequest } from "./eject.ts";
export { eject } from "./eject.ts";
export { explain } from "./explain.ts";
export type { InitRequest } from "./init.ts";
export { init } from "./init.ts";
export { reachLine } from "./reach-line.ts";
export { documentNames, documentOf } from "./find-documents.ts";
export type { Exit, Io, ReportFile, Reporting } from "./io.ts";
export { exits, isEnvironment, UsageError } from "./io.ts";
export { findingsOf, reportOf, reportOfFailure, reportOfSettings, say } from "./report-problems.ts";
export type { MergeRequest } from "./merge.ts";
export { merge } from "./merge.ts";
export type { PartRequest } from "./part.ts";
export { part } from "./part.ts";
