/**
 * Joins several APIs to a portal: indexes single documents, finds channels that are the same in several APIs, and judges whether
 * receivers can take what is sent. It reads no files; indexes and schemas are plain data.
 */
export type { ApiIndex, ChannelIndex, IndexPlace, MessageIndex, OperationIndex, SchemaUse, ServerIndex, NamedApi } from "./api-index.ts";
export { apiName, newestFirst, startOf, takenNames } from "./api-index.ts";
export type { IndexedApi, IndexedDocument, IndexOptions } from "./make-index.ts";
export { indexApi, ownerOf } from "./make-index.ts";
export type { ChannelLink, ChannelParty, SharedChannel } from "./match-channels.ts";
export type { ComparedSchemas, FitVerdict, MessageFit, SchemaFits } from "./fit.ts";
export type { FitRow } from "./judge-channels.ts";
export type { Portal, PortalApi, PortalOptions } from "./portal.ts";
export { createPortal, printPortal, pathOfApi } from "./portal.ts";
export type { PortalCode, PortalProblem } from "./problems.ts";
export type { MessageField } from "./resolved-schema.ts";
export { messageFields } from "./resolved-schema.ts";

export type { AssembledApi, Assembly, PlacedPart } from "./assemble.ts";
export { assemble, nameProblems } from "./assemble.ts";
export type { PartFile, PartIndex, PartOrigin, PartSummary, SealedPart, SlotName } from "./part-index.ts";
export { printPartIndex, readPartIndex, readPartLists, SITE, fieldTexts, slotTexts, SlotMarks } from "./part-index.ts";
