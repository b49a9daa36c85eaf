/** What a page says, as blocks of values, and the printers of their HTML and Markdown. */
export type { Block, CodePart, CodeText, DocumentText, Figure, Item, ListItem, Line, NamePiece, Told } from "./blocks.ts";
export {
  codes,
  codeText,
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
  withoutMarkup,
} from "./blocks.ts";
export { breakableHtml, codeHtml, escapeCode, escapeHtml, lineHtml } from "./print-html.ts";
export { hasTwin, headed, inline, LOWEST, MarkdownPrinter, page, twinHref } from "./print-markdown.ts";
