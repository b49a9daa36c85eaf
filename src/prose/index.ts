/** Markdown → safe HTML and safe Markdown, links resolved, and the user's own pages. */

// guides
export type { GuidePage, ReadGuides } from "./guides/index.ts";
export { readGuides } from "./guides/index.ts";

// markdown
export type { Render, PrintMarkdown, Piece, Rendered } from "./markdown/index.ts";
export {
  escapeText,
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
export type { Embed, Asset, FileTarget, Prose, ProsePart } from "./texts/index.ts";
export { GUIDE_PREFIX, createProse, findTexts, firstSentence } from "./texts/index.ts";
