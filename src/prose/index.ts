// guides
export type { Guide, GuidePage, GuideSources, ReadGuides } from "./guides/index.ts";
export { readGuides } from "./guides/index.ts";

// markdown
export type {
  Render,
  PrintMarkdown,
  EmbedSlot,
  Heading,
  ImageSlot,
  LinkSlot,
  Piece,
  PrefixSlot,
  Rendered,
  RenderOptions,
  Slot,
  TextCode,
  TextProblem,
  CodeToken,
} from "./markdown/index.ts";
export {
  escapeAttribute,
  escapeText,
  headingsAt,
  TOP_LEVEL,
  asWritten,
  loadLanguages,
  mayBreak,
  prepareRender,
  renderAll,
  loadMarkdownPrinter,
  highlight,
  highlightLines,
  tokenize,
  judgeUrl,
} from "./markdown/index.ts";

// texts
export type { Embed, Asset, FileTarget, Prose, ProseContext, ProsePart, ProseSite } from "./texts/index.ts";
export { GUIDE_PREFIX, createProse, findTexts, firstSentence } from "./texts/index.ts";
