/** What a page says, as blocks of values, and the printer of their Markdown. */
export type { Block, Item, ListItem, Line, Phrase, Told } from "./blocks.ts";
export {
  codes,
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
export { hasTwin, LOWEST, MarkdownPrinter, twinHref } from "./print-markdown.ts";
export { inline, page, section as headed } from "./markdown-syntax.ts";
