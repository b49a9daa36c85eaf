/** The commands. Each is a function that takes a request and returns an exit code. All output goes through `Io`. */
import type { BundleRequest } from "./bundle.ts";
import type { DiffRequest } from "#changes";
import type { EjectRequest } from "./eject.ts";
import type { InitRequest } from "./init.ts";
import type { Exit, Io } from "#run";
import type { MergeRequest } from "#portal";
import type { PartRequest } from "#portal";
import type { TryRequest } from "./try.ts";
import type { PortalMaker } from "#portal";

export { attempt } from "#run";
export { readBaseline } from "#run";
export type { BuildRequest } from "./build.ts";
export { build } from "./build.ts";
export type { BundleRequest } from "./bundle.ts";
export type { CheckRequest } from "./check.ts";
export { check } from "./check.ts";
export type { DiffRequest } from "#changes";
export type { EjectRequest } from "./eject.ts";
export { explain } from "#run";
export type { InitRequest } from "./init.ts";
export type { MadePortal, PortalMaker } from "#portal";
export { withTextProblems } from "#run";
export { reachLine } from "#run";
export { documentNames, documentOf, inputOf } from "#run";
export type { Exit, Io, ReportFile, Reporting } from "#run";
export { exits, isEnvironment, UsageError } from "#run";
export { reporterOf, reportOfFailure, reportOfSettings, say } from "#run";
export type { MergeRequest } from "#portal";
export type { ApiFile } from "#portal";
export type { PortalContents, PortalFile } from "#portal";
export type { PartRequest } from "#portal";

// Commands are loaded when they run, so that each loads only what it needs.

type RunCommand<Request> = (request: Request, io: Io) => Promise<Exit>;

export const bundle: RunCommand<BundleRequest> = async (request, io) => (await import("./bundle.ts")).bundle(request, io);
export const diff: RunCommand<DiffRequest> = async (request, io) => (await import("#changes")).diff(request, io);
export const eject: RunCommand<EjectRequest> = async (request, io) => (await import("./eject.ts")).eject(request, io);
export const init: RunCommand<InitRequest> = async (request, io) => (await import("./init.ts")).init(request, io);
export const merge: RunCommand<MergeRequest> = async (request, io) => (await import("#portal")).merge(request, io);
export const tryPayload: RunCommand<TryRequest> = async (request, io) => (await import("./try.ts")).tryPayload(request, io);
export const part: RunCommand<PartRequest> = async (request, io) => (await import("#portal")).part(request, io);

/** Creates an object that makes a portal repeatedly. */
export const openPortalMaker = async (...given: ConstructorParameters<typeof PortalMaker>): Promise<PortalMaker> =>
  new (await import("#portal")).PortalMaker(...given);
