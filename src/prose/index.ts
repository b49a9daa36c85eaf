/** Renders Markdown to safe HTML and safe Markdown, resolves its links, and reads the user's own pages. */

// guides
export type { GuidePage, GuideSet } from "./guides/index.ts";
export { readGuides } from "./guides/index.ts";

// markdown
export type { RenderText, PrintMarkdown, HtmlPiece, RenderedText } from "./markdown/index.ts";
export {
  escapeText,
  asWritten,
  loadLanguages,
  mayBreak,
  prepareRender,
  renderAll,
  prepareMarkdown,
  highlight,
  tokenize,
  judgeUrl,
} from "./markdown/index.ts";

// texts
export type { Embed, GuideTwins, AuthorFile, FileTarget, Prose, ProsePart } from "./texts/index.ts";
export { GUIDE_PREFIX, createProse, findTexts, firstSentence, renderSettingsText, settingsTextProblems } from "./texts/index.ts";
