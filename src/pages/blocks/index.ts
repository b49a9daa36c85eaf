/** What a page says, as blocks of values, and the printers of their HTML and Markdown. */
export type { Block, CodeText, DocumentText, Item, ListItem, Line, NamePiece, Told } from "./blocks.ts";
export {
  codes,
  documentText,
  fact,
  htmlOnly,
  isSilent,
  joinLines,
  linksLine,
  listOf,
  named,
  onlyFields,
  proseOf,
  said,
  section,
  sentence,
  tell,
} from "./blocks.ts";
export { breakableHtml, escapeCode, escapeHtml } from "./html-syntax.ts";
export { lineHtml } from "./print-html.ts";
export { hasTwin, LOWEST, MarkdownPrinter, twinHref } from "./print-markdown.ts";
export { inline, page, section as headed } from "./markdown-syntax.ts";
