/** The pages that span the APIs of a portal, and what they put into the pages of each. */
export type { SlotContent, SlotRequest } from "./portal-context.ts";
export type { ApiHistory, PublishedVersion, VersionStep } from "./api-history.ts";
export { pagesOfObjects, published } from "./api-history.ts";
export type { PortalChanges, PortalParts } from "./portal-context.ts";
export type { PortalSite } from "./portal-site.ts";
export { createPortalSite } from "./portal-site.ts";
export { slotKey } from "./api-slots.ts";
