/** Limits of texts, and what is shown beyond them. */
import type { Nodes, Root } from "mdast";
import { counted } from "#text";
import { escapeText } from "./escape-html.ts";
import { prescan } from "./prescan.ts";
import type { RenderedText, RenderOptions } from "./rendered.ts";

/** Limits for one text, counted before or directly after parsing, so that the same text always gives the same page. */
const DEPTH = 100;
const TABLE_CELLS = 20_000;
const EXPANDED = 262_144;

/** Why a text exceeds a limit, and what to do. */
export interface OverLimit {
  readonly reason: string;
  readonly hint: string;
}

const SHORTEN = "Shorten the text, or keep it as guides of the site.";

/** A text as the parser reads it: without a byte order mark, and with a visible character for U+0000 (CommonMark 0.31 § 2.3). */
export function parserInput(text: string): string {
  return text.replace(/^\u{feff}/u, "").replaceAll("\0", "\u{fffd}");
}

/** A text that exceeds a limit, shown as written. */
export function asWritten(text: string, { reason, hint }: OverLimit): RenderedText {
  const { length } = text;
  return {
    pieces: [`<pre tabindex="0" class="raw">${escapeText(text.replaceAll("\0", "\u{fffd}"))}</pre>`],
    plain: text,
    headings: [],
    problems: [{ code: "text/limit", blanks: { reason }, start: 0, end: length, hint }],
    markdown: { kind: "code" },
  };
}

/** Why a text is not parsed; `undefined` if it is. */
export function overLimit(text: string, { limitBytes }: Required<RenderOptions>): OverLimit | undefined {
  const bytes = text.length > limitBytes / 3 ? Buffer.byteLength(text, "utf8") : 0;
  if (bytes > limitBytes)
    return {
      reason: `${counted(bytes, "byte")}, at most ${limitBytes}`,
      hint: `${SHORTEN} Or raise limits.descriptionBytes in the settings.`,
    };
  const reason = prescan(text);
  return reason === undefined ? undefined : { reason, hint: SHORTEN };
}

/** The number of characters that references to definitions copy into the page. */
function expansions(root: Root): number {
  const sizes = new Map<string, number>();
  const references: string[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "definition")
      sizes.set(node.identifier, Math.max(sizes.get(node.identifier) ?? 0, node.url.length + (node.title?.length ?? 0)));
    if (node.type === "linkReference" || node.type === "imageReference") references.push(node.identifier);
    if ("children" in node) for (const child of node.children) open.push(child);
  }
  return references.reduce((sum, identifier) => sum + (sizes.get(identifier) ?? 0), 0);
}

/** The number of nested levels and of table cells. Short rows are filled up to the widest one. */
function shape(root: Root): { depth: number; cells: number } {
  const open: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  const found = { depth: 0, cells: 0 };
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    found.depth = Math.max(found.depth, depth);
    if (node.type === "table") {
      found.cells += node.children.length * node.children.reduce((most, row) => Math.max(most, row.children.length), 0);
    }
    if ("children" in node) for (const child of node.children) open.push({ node: child, depth: depth + 1 });
  }
  return found;
}

function reasonAgainst(root: Root, source: string): string | undefined {
  const { depth, cells } = shape(root);
  if (depth > DEPTH) return `nested ${counted(depth, "level")} deep, at most ${DEPTH}`;
  if (cells > TABLE_CELLS) return `${counted(cells, "table cell")}, at most ${TABLE_CELLS}`;
  const expanded = expansions(root);
  if (expanded > EXPANDED + source.length)
    return `${counted(expanded, "character")} of repeated link targets, at most ${EXPANDED + source.length}`;
  return undefined;
}

/** Why a parsed text is not rendered; `undefined` if it is. */
export function overBudget(root: Root, source: string): OverLimit | undefined {
  const reason = reasonAgainst(root, source);
  return reason === undefined ? undefined : { reason, hint: SHORTEN };
}
