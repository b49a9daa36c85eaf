/** The page model: which pages there are, what is on each as plain data, and how they link to one another. */

// diagram

// machine

// portal
export type { ApiHistory, PublishedChange, PublishedVersion, VersionStep } from "#portal";
export { pagesOfObjects } from "#portal";
export type { PortalChanges, PortalParts, PortalSite, SlotContent, SlotRequest } from "#portal";
export { createPortalSite } from "#portal";

// search
export type { SearchEntry, SearchFile, SearchSlice } from "./search/index.ts";
export { isSearchSlice, portalShards, SearchIndex } from "./search/index.ts";

// what wings make sections and pages with
export type { Block, Line } from "./blocks/index.ts";
export { codes, htmlOnly, joinLines, named, sentence } from "./blocks/index.ts";
export { contentTypeOf, encodingOf, exampleInFront, firstScalar, givenBy, isEncoded, payloadValue } from "./examples/index.ts";
export type { CodeSamples, PageContext, PayloadPlace, SafeHtml, SiteContext } from "./frame/index.ts";
export { escapeCode, protocolName } from "./frame/index.ts";
export { areServersUnread, unnamedVariables } from "./kinds/index.ts";

// site
export type { Site, PageFailure } from "./kinds/index.ts";
export type { Page, PageKind, PortalFrame, PortalSlot, SharedPart, SiteChanges, SiteFile } from "./frame/index.ts";
export { brandAssets, madeFile, FULL_TEXT_PATH, PRINT_PATH, publishingFiles } from "./frame/index.ts";
export { createSchemaHomes } from "./tree/index.ts";
export { createSite, GUIDE_TEMPLATES, guideTemplate } from "./kinds/index.ts";

// standalone
export type { SchemaFiles } from "./standalone/index.ts";
export { createSchemaFiles } from "./standalone/index.ts";
