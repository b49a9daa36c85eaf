/** The commands. Each is a function that takes a request and returns an exit code. All output goes through `Io`. */
import type { BundleRequest } from "./bundle.ts";
import type { DiffRequest } from "./diff.ts";
import type { EjectRequest } from "./eject.ts";
import type { InitRequest } from "./init.ts";
import type { Exit, Io } from "./io.ts";
import type { MergeRequest } from "./merge.ts";
import type { PartRequest } from "./part.ts";
import type { TryRequest } from "./try.ts";
import type { PortalMaker } from "./portal-maker.ts";

export { attempt } from "./attempt.ts";
export { readBaseline } from "./baseline-file.ts";
export type { BuildRequest } from "./build.ts";
export { build } from "./build.ts";
export type { BundleRequest } from "./bundle.ts";
export type { CheckRequest } from "./check.ts";
export { check } from "./check.ts";
export type { DiffRequest } from "./diff.ts";
export type { EjectRequest } from "./eject.ts";
export { explain } from "./explain.ts";
export type { InitRequest } from "./init.ts";
export type { MadePortal, PortalMaker } from "./portal-maker.ts";
export { withTextProblems } from "./open-settings.ts";
export { reachLine } from "./reach-line.ts";
export { documentNames, documentOf, inputOf } from "./find-documents.ts";
export type { Exit, Io, ReportFile, Reporting } from "./io.ts";
export { exits, isEnvironment, UsageError } from "./io.ts";
export { reporterOf, reportOfFailure, reportOfSettings, say } from "./report-problems.ts";
export type { MergeRequest } from "./merge.ts";
export type { ApiFile } from "./api-files.ts";
export type { PortalContents, PortalFile } from "./merge-parts.ts";
export type { PartRequest } from "./part.ts";

// Commands are loaded when they run, so that each loads only what it needs.

type RunCommand<Request> = (request: Request, io: Io) => Promise<Exit>;

export const bundle: RunCommand<BundleRequest> = async (request, io) => (await import("./bundle.ts")).bundle(request, io);
export const diff: RunCommand<DiffRequest> = async (request, io) => (await import("./diff.ts")).diff(request, io);
export const eject: RunCommand<EjectRequest> = async (request, io) => (await import("./eject.ts")).eject(request, io);
export const init: RunCommand<InitRequest> = async (request, io) => (await import("./init.ts")).init(request, io);
export const merge: RunCommand<MergeRequest> = async (request, io) => (await import("./merge.ts")).merge(request, io);
export const tryPayload: RunCommand<TryRequest> = async (request, io) => (await import("./try.ts")).tryPayload(request, io);
export const part: RunCommand<PartRequest> = async (request, io) => (await import("./part.ts")).part(request, io);

/** Creates an object that makes a portal repeatedly. */
export const openPortalMaker = async (...given: ConstructorParameters<typeof PortalMaker>): Promise<PortalMaker> =>
  new (await import("./portal-maker.ts")).PortalMaker(...given);
