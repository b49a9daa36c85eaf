/**
 * Renders a text to safe HTML with slots for what its page decides, and finds headings, plain text and problems. Strings go in and
 * plain data comes out, so that worker threads can do it. Libraries are loaded when a text first needs them.
 */
export { asWritten } from "./limits.ts";
export { headingsAt, TOP_LEVEL, mayBreak } from "./rewrite-state.ts";
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
  CodeToken,
} from "./rendered.ts";
export { escapeAttribute, escapeText } from "./rendered.ts";
export { loadLanguages, highlight, tokenize } from "./code-tokens.ts";
export { judgeUrl } from "./rewrite-link.ts";
