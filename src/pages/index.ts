// diagram
export type { ApplicationPicture, ApplicationSide, Chain, Box, Drawing } from "./diagram/index.ts";
export {
  drawApplication,
  drawApplicationNarrow,
  drawChains,
  drawChainsNarrow,
  drawReferrers,
  drawReferrersNarrow,
  fitText,
  textWidth,
  wrapText,
} from "./diagram/index.ts";

// machine
export type { MachineFile, MachineParts } from "./machine/index.ts";
export { llmsText, markdownFiles, modelJson } from "./machine/index.ts";

// search
export type { SearchEntry, SearchFile, SearchKind } from "./search/index.ts";
export { SearchIndex, fold, tokenize } from "./search/index.ts";

// commands
export type { Call, Command, Credential, Field } from "./commands/index.ts";
export { commandsFor } from "./commands/index.ts";

// site
export type {
  BrandAsset,
  PageContext,
  ProseSource,
  SafeHtml,
  SiteContext,
  VerdictCounts,
  VerdictSource,
  Site,
  SiteParts,
  Listing,
  ListedKind,
  Navigation,
  Page,
  PageKind,
  SiteFile,
  SharedPart,
} from "./site/index.ts";
export { brandAssets, createSite, PRINT_PATH } from "./site/index.ts";

// standalone
export type { SchemaFile, SchemaFileParts, SchemaFiles, SchemaOwner } from "./standalone/index.ts";
export { createSchemaFiles } from "./standalone/index.ts";
