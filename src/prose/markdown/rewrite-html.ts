import type { Html } from "mdast";
import { excerpt } from "#text";
import type { TextProblem } from "./rendered.ts";
import type { MarkdownNode, SourceRange, NodeContext } from "./rewriting.ts";

const LONGEST_EXCERPT = 60;
/** Elements that authors use as HTML. Anything else in angle brackets is probably a placeholder meant as text. */
const MEANT =
  /^<\/?(?:a|abbr|b|br|blockquote|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|link|mark|ol|p|pre|s|script|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|tt|u|ul|var|video)[\s/>]/i;
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^<br\b/i, "For a new line, begin a paragraph: put an empty line there. In a table, use a row for each line."],
  [/^<(?:b|strong)\b/i, "Write **text** for bold."],
  [/^<(?:i|em)\b/i, "Write *text* for emphasis."],
  [/^<a\b/i, "Write [text](address) for a link."],
  [/^<img\b/i, "Write ![text](path) for an image."],
  [/^<(?:code|tt|pre)\b/i, "Write code in backticks."],
];

/** The first line of a text, shortened for a message. */
export function firstLine(text: string): string {
  return excerpt(text.split(/[\r\n]/, 1)[0] ?? "", LONGEST_EXCERPT);
}

function hintFor(value: string): string | undefined {
  if (!MEANT.test(value) && /^<[A-Za-z][^<>]*>$/.test(value)) return `Put it in backticks to show it as it is: \`${firstLine(value)}\`.`;
  return INSTEAD.find(([pattern]) => pattern.test(value))?.[1];
}

/** The problem of raw HTML in a range of a text. */
export function rawHtmlProblem(value: string, range: SourceRange): TextProblem {
  const hint = hintFor(value.trim());
  return { code: "text/raw-html", blanks: { text: firstLine(value) }, ...range, ...(hint ? { hint } : {}) };
}

/** Shows raw HTML as text, so that nothing of it runs and nothing is lost. A block keeps its line breaks. */
export function rewriteHtml({ node, range, inParagraph, state }: NodeContext<Html>): MarkdownNode[] {
  state.problems.push(rawHtmlProblem(node.value, range));
  if (inParagraph) return [{ type: "text", value: node.value }];
  const text = { type: "text" as const, value: node.value };
  return [{ type: "paragraph", children: [text], data: { hProperties: { className: ["raw"] }, hChildren: [text] } }];
}
