/** The commands. Each is a function that takes a request and returns an exit code. All output goes through `Io`. */
import type { DiffRequest, Exit, Io, MergeRequest, PartRequest, PortalRemaker } from "#run";
import { loaded, wings } from "../wings/index.ts";
import type { BundleRequest } from "./bundle.ts";
import type { EjectRequest } from "./eject.ts";
import type { InitRequest } from "./init.ts";
import type { TryRequest } from "./try.ts";

export type { BuildRequest } from "./build.ts";
export { build } from "./build.ts";
export type { BundleRequest } from "./bundle.ts";
export type { CheckRequest } from "./check.ts";
export { check } from "./check.ts";
export type { EjectRequest } from "./eject.ts";
export type { InitRequest } from "./init.ts";
export { attempt, exits, explain, isEnvironment, reportOfFailure, say, UsageError } from "#run";
export { wings } from "../wings/index.ts";

// Commands are loaded when they run, so that each loads only what it needs.

type RunCommand<Request> = (request: Request, io: Io) => Promise<Exit>;

export const bundle: RunCommand<BundleRequest> = async (request, io) => (await import("./bundle.ts")).bundle(request, io);
export const eject: RunCommand<EjectRequest> = async (request, io) => (await import("./eject.ts")).eject(request, io);
export const init: RunCommand<InitRequest> = async (request, io) => (await import("./init.ts")).init(request, io);
export const tryPayload: RunCommand<TryRequest> = async (request, io) => (await import("./try.ts")).tryPayload(request, io);

export const diff: RunCommand<DiffRequest> = async (request, io) => {
  const isOfPortal = request.documents.length === 0 && wings.portal !== undefined;
  return (isOfPortal ? await loaded(wings.portal) : await loaded(wings.changes)).diff(request, io);
};
export const merge: RunCommand<MergeRequest> = async (request, io) => (await loaded(wings.portal)).merge(request, io);
export const part: RunCommand<PartRequest> = async (request, io) => (await loaded(wings.portal)).part(request, io);

/** Creates an object that makes a portal repeatedly. */
export const openPortalMaker = async (io: Pick<Io, "cwd" | "version" | "onInterrupt">): Promise<PortalRemaker> =>
  (await loaded(wings.portal)).createPortalMaker(io);
