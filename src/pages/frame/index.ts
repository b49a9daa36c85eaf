/** What every page has: its context, its frame, links to other pages, and the short words that all of them use. */
export type { BrowseKind } from "./singletons.ts";
export {
  browseKinds,
  browsePath,
  FULL_TEXT_PATH,
  PRINT_PATH,
  printItems,
  printable,
  publicUrl,
  safeUrl,
  singletons,
  siteBase,
  CHANGES_PATH,
  changedView,
  fieldChange,
} from "./singletons.ts";
export type {
  CodeSamples,
  Leftover,
  PageContext,
  PayloadPlace,
  PortalFrame,
  PortalSlot,
  ProseSource,
  RowBudget,
  SafeHtml,
  SiteChanges,
  SiteContext,
  TryTool,
  VerdictSource,
} from "./context.ts";
export { CHARACTERS_A_LOOK, createPageContext, markdownPath, SiteBudget } from "./context.ts";
export { lineIndex, fileLabel, createSources } from "./sources.ts";
export type { BrandAsset, Frame, FrameView } from "./frame.ts";
export { brandAssets, logoLink, csp, widestCsp, frameView, framedBlocks, headView, interfaceWords, portalSections } from "./frame.ts";
export type { DescribedView, DescriptionOptions, FieldMarks, NamedValueView, UrlView, SourceView, ValueView } from "./described-view.ts";
export {
  allFields,
  describedTold,
  describedView,
  fieldItems,
  fieldsTold,
  marksOf,
  namedValues,
  otherFieldsView,
  partedDescription,
  sourceTold,
  summaryOf,
  tagViews,
  tagsTold,
  urlLine,
  urlView,
  sourceView,
  valueBlocks,
  valueLine,
  valueView,
  valuesLine,
  feedbackHref,
} from "./described-view.ts";
export type { Way, EntityLink } from "./entity-link.ts";
export {
  applicationDoes,
  directionView,
  directionDoubt,
  documentSays,
  documentVerb,
  operationDirection,
  routeText,
  routeView,
  wayOf,
  entityLink,
  entityLinks,
  entityLinksLine,
  furtherLinks,
  routeLine,
  distinctName,
  sharesAddress,
  guideTitle,
} from "./entity-link.ts";
export type { Group, Listing, Navigation } from "./navigation.ts";
export { createNavigation, numberedTitle, numberedView } from "./navigation.ts";
export {
  addressInsteadOfName,
  isDisplayNamed,
  saysSomething,
  nameOf,
  summaryAsName,
  shorten,
  protocolName,
  protocolNames,
  protocolSentence,
} from "./names.ts";
export { authorizationIn, authorizationOf, schemaParts } from "./authorization.ts";
export type { Page, PageKind, PrintBlocks, SiteFile } from "./page.ts";
export { PlacedProblems } from "./placed-problems.ts";
export type { FieldProblem, ProblemSum } from "./problems-view.ts";
export {
  channelAt,
  hasResidents,
  schemasAt,
  shownWith,
  PROBLEMS_PATH,
  lostByChannel,
  problemsAbout,
  problemsOfChannel,
  siteSums,
  sumsOf,
  errorsIn,
  fieldProblems,
  noteMarks,
  noteMarksOf,
  problemItems,
  problemList,
  shownProblems,
} from "./problems-view.ts";
export { distinctProtocols } from "./sidebar.ts";
export { homeFiles, madeFile, publishingFiles, redirectProblems } from "./publishing-files.ts";
export type { SourceFile, SourcePart } from "./sources.ts";
export { usesLine, usesOf, usesPages, usesPaths, usesView } from "./uses-pages.ts";
export { LONGEST_CODE, blockText, lineWriter, valueCode } from "./value-code.ts";
