/** The kinds of page, what is on each, and the site that they make together. */
export type { PageFailure, Site } from "./create-site.ts";
export { createSite } from "./create-site.ts";
export { GUIDE_TEMPLATES, guideTemplate, guideText } from "./guide-page.ts";
export { addressParts, unnamedVariables } from "./server-view.ts";
export { areServersUnread } from "./unresolved-view.ts";
