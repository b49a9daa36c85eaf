/** The commands of a portal. Each is loaded when it runs. */
import type { PortalWing } from "#run";

export { settingsOf } from "./make-part.ts";
export { portalFindings } from "./portal-findings.ts";

export const part: PortalWing["part"] = async (request, io) => (await import("./part.ts")).part(request, io);
export const merge: PortalWing["merge"] = async (request, io) => (await import("./merge.ts")).merge(request, io);
export const buildPortal: PortalWing["buildPortal"] = async (request, settings, run) =>
  (await import("./build-portal.ts")).buildPortal(request, settings, run);
export const createPortalMaker: PortalWing["createPortalMaker"] = async (io) => new (await import("./build-portal.ts")).PortalMaker(io);
export const diff: PortalWing["diff"] = async (request, io) => {
  const [{ diff: compare }, { portalChanges }] = await Promise.all([import("#changes"), import("./portal-changes.ts")]);
  return compare(request, io, portalChanges);
};
