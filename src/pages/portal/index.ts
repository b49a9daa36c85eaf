/** The pages that span the APIs of a portal, and what they put into the pages of each. */
export type { PortalParts, PortalSite, ReportedProblem, SlotContent, SlotRequest } from "./portal-site.ts";
export { createPortalSite } from "./portal-site.ts";
