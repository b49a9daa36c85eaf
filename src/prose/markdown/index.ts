/**
 * Renders a text to safe HTML with slots for what its page decides, and finds headings, plain text and problems. Strings go in and
 * plain data comes out, so that worker threads can do it. Libraries are loaded when a text first needs them.
 */
export { escapeAttribute, escapeText } from "./escape-html.ts";
export { headingsAt, TOP_LEVEL } from "./headings-at.ts";
export { asWritten } from "./limits.ts";
export { loadLanguages } from "./highlighter.ts";
export { mayBreak } from "./may-break.ts";
export type { RenderText } from "./render.ts";
export { prepareRender, renderAll } from "./render.ts";
export type { MarkdownTargets, PrintMarkdown } from "./safe-markdown.ts";
export { prepareMarkdown } from "./safe-markdown.ts";
export { inForm } from "./source-markdown.ts";
export type {
  EmbedSlot,
  Heading,
  ImageSlot,
  LinkSlot,
  HtmlPiece,
  PrefixSlot,
  RenderedText,
  RenderOptions,
  Slot,
  TextCode,
  TextProblem,
} from "./rendered.ts";
export { highlight, tokenize } from "./code-tokens.ts";
export type { CodeToken } from "./allowed-html.ts";
export { judgeUrl } from "./rewrite-link.ts";
