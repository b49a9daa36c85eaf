/** Texts that are safe Markdown as they are written. */
import type { Code, Nodes, Root, Table } from "mdast";
import { judgeUrl, lowerScheme } from "./rewrite-link.ts";
import type { SourceForm, SourceHeading } from "./rendered.ts";
import { parserInput } from "./limits.ts";

/** Matches plain text that becomes a link which is not allowed (GFM § 6.9). */
const LINKED = /xmpp:/i;
/** Matches the same, and plain text that may get a meaning from what follows on its line. */
const ESCAPED = /[\\`*[\]~\t]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|<[A-Za-z/!?]|&[A-Za-z#]|xmpp:/i;

const MARK = /[\\`*[\]~_<&]/g;

/** Nodes that affect the rest of a file or reach out, so that only the printer can make them safe. */
const UNSAFE = new Set<Nodes["type"]>([
  "html",
  "definition",
  "footnoteDefinition",
  "footnoteReference",
  "image",
  "imageReference",
  "linkReference",
  // After a line of ours, `---` would make it a heading.
  "thematicBreak",
]);

function sliceOf({ position }: Nodes, source: string): string | undefined {
  return position && source.slice(position.start.offset, position.end.offset);
}

/** Whether a block of code ends by itself: it is indented, or its fence is closed. */
function isClosed(node: Code, source: string): boolean {
  const lines = sliceOf(node, source)?.split("\n") ?? [];
  const [fence] = /^(?:`+|~+)/.exec(lines[0] ?? "") ?? [];
  if (fence === undefined) return true;
  const last = lines.at(-1)?.replace(/^[ >]+/, "") ?? "";
  return lines.length > 1 && last.startsWith(fence) && /^(?:`+|~+) *$/.test(last);
}

/** GFM drops the cells of a row beyond those of the header. */
function losesCells({ children: [head, ...rows] }: Table): boolean {
  return rows.some(({ children }) => children.length > (head?.children.length ?? 0));
}

function isSafe(node: Nodes, { source, refused }: { source: string; refused: RegExp }): boolean {
  if (UNSAFE.has(node.type)) return false;
  // A part of a text that GFM cut at a URL has no place.
  if (node.type === "text") return !refused.test(sliceOf(node, source) ?? node.value);
  if (node.type === "link") return judgeUrl(node.url) === "external" && lowerScheme(node.url) === node.url;
  if (node.type === "code") return isClosed(node, source);
  return node.type !== "table" || !losesCells(node);
}

/** Nodes that tables and lists have many of, without being dense. */
const STRUCTURE = new Set<Nodes["type"]>(["list", "listItem", "paragraph", "table", "tableRow", "tableCell"]);

/** How much markup a node is. In plain text each character that the printer would escape counts. */
function marksOf(node: Nodes): number {
  if (node.type === "text") return 1 + (node.value.match(MARK)?.length ?? 0);
  return STRUCTURE.has(node.type) && !(node.type === "listItem" && node.children.length === 0) ? 0 : 1;
}

/** The most marks of a text that is never dense. */
const FEW = 50;
/** A dense text has fewer characters for each mark. Real texts with this many marks that need a parser have 15 and more. */
const CHARACTERS_OF_MARK = 6;

/** Whether a text has so much markup that it is shown as code in Markdown where it is not safe as written. */
export function isDense(marks: number, length: number): boolean {
  return marks > FEW && marks * CHARACTERS_OF_MARK > length;
}

/**
 * How a parsed text is printed as Markdown without being parsed again; `undefined` if it cannot. Most texts are safe as written once
 * their headings are moved. Of the others, a text that is dense with markup is shown as code. Without this, a megabyte of dense Markdown
 * takes twice as long to build.
 */
export function sourceForm(root: Root, source: string): SourceForm | undefined {
  // Pages print a text of several lines as blocks of their own, and one line among others.
  const refused = source.trim().includes("\n") ? LINKED : ESCAPED;
  // The printed text starts at its first character, so the lines below an indented one would not fit.
  let isWhole = !/[\r\0]|^\s*[ \t]\S/.test(source);
  let marks = 0;
  const headings: SourceHeading[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    marks += marksOf(node);
    isWhole &&= isSafe(node, { source, refused });
    if (node.type === "heading") {
      const start = node.position?.start.offset ?? 0;
      // One that is underlined takes two lines or more, and has no deeper levels.
      isWhole &&= sliceOf(node, source)?.includes("\n") === false;
      headings.push({ start, depth: node.depth });
    }
    if ("children" in node) open.push(...node.children);
  }
  if (isWhole) return { kind: "source", headings: headings.sort((a, b) => a.start - b.start) };
  return isDense(marks, source.length) ? { kind: "code" } : undefined;
}

/** The text as written, with its highest heading at a level from 1 to 6. */
function moveHeadings(text: string, headings: readonly SourceHeading[], level: number): string {
  const deeper = level - headings.reduce((highest, { depth }) => Math.min(highest, depth), 6);
  let moved = "";
  let from = 0;
  for (const { start, depth } of headings) {
    moved += text.slice(from, start) + "#".repeat(Math.min(6, depth + deeper));
    from = start + depth;
  }
  return (moved + text.slice(from)).trim();
}

/** Any text as a block of code. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** A text in its form as Markdown. Its headings start at a level from 1 to 6. */
export function inForm(text: string, form: SourceForm, level: number): string {
  return form.kind === "code" ? fenced(parserInput(text)) : moveHeadings(text, form.headings, level);
}
