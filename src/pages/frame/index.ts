/** What every page has: its context, its frame, links to other pages, and the short words that all of them use. */
export { blockText, lineWriter } from "./line-writer.ts";
export type { BrandAsset } from "./brand.ts";
export { brandAssets, logoLink } from "./brand.ts";
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
} from "./singletons.ts";
export type {
  CodeSamples,
  Leftover,
  PageContext,
  PayloadPlace,
  PortalFrame,
  PortalSlot,
  ProseSource,
  ProseView,
  RowBudget,
  SafeHtml,
  SiteChanges,
  SiteContext,
  TryTool,
  VerdictSource,
} from "./context.ts";
export { lineIndex, fileLabel, createSources } from "./sources.ts";
export { createPageContext, markdownPath } from "./page-context.ts";
export { proseView } from "./context.ts";
export { csp, widestCsp, frameView, framedBlocks, headView, interfaceWords, portalSections } from "./frame.ts";
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
} from "./described-view.ts";
export type { Way, EntityLink } from "./entity-link.ts";
export {
  applicationDoes,
  directionView,
  documentSays,
  documentVerb,
  operationDirection,
  routeText,
  routeView,
  wayOf,
  entityLink,
  entityLinks,
  entityLinksLine,
  routeLine,
} from "./entity-link.ts";
export { distinctName, sharesAddress, guideTitle } from "./distinct-name.ts";
export type { Frame, FrameView } from "./frame.ts";
export type { Group, Listing, Navigation } from "./navigation.ts";
export { channelAt, hasResidents, schemasAt, shownWith } from "./homes.ts";
export { addressInsteadOfName, isDisplayNamed, nameOf, summaryAsName, shorten, protocolName, protocolSentence } from "./names.ts";
export { createNavigation } from "./navigation.ts";
export { numberedTitle, numberedView } from "./numbered-view.ts";
export type { Page, PageKind, PrintBlocks, SiteFile } from "./page.ts";
export { PlacedProblems } from "./placed-problems.ts";
export type { FieldProblem } from "./problems-view.ts";
export {
  PROBLEMS_PATH,
  countErrors,
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
export { feedbackHref } from "./repository-links.ts";
export { CHARACTERS_A_LOOK, SiteBudget } from "./site-budget.ts";
export type { VersionMark } from "./site-changes.ts";
export { CHANGES_PATH, changedView, fieldChange, versionMarkHtml } from "./site-changes.ts";
export type { SourceFile, SourcePart } from "./sources.ts";
export { usesLine, usesOf, usesPages, usesPaths, usesView } from "./uses-pages.ts";
export type { CodeText } from "./value-html.ts";
export { breakableHtml, breakablePath, escapeCode, escapeHtml, valueHtml } from "./value-html.ts";
