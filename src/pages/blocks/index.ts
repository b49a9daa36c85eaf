/** What a page says, as blocks of values, and the printers of their HTML and Markdown. */
export type { Block, CodeText, DocumentText, Figure, Item, ListItem, Line, NamePiece, Told } from "./blocks.ts";
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
  twoFigures,
} from "./blocks.ts";
export { breakableHtml, escapeCode, escapeHtml, lineHtml } from "./print-html.ts";
export { hasTwin, headed, inline, LOWEST, MarkdownPrinter, page, twinHref } from "./print-markdown.ts";
