/** Escapes text for HTML. */
import type { Nodes } from "mdast";
import type { EmbedSlot, ImageSlot, LinkSlot, HtmlPiece } from "./rendered.ts";

/** Escapes text as the pipeline does. */
export function escapeText(text: string): string {
  return escapeClose(text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;"));
}

/** Escapes `>` in text. HTML allows it unescaped, but validators take it for a damaged tag. */
export function escapeClose(text: string): string {
  return text.replaceAll(">", "&#x3E;");
}

/** The same for serialized HTML, in which every `<` starts a tag with attributes in double quotes. */
export function escapeCloses(html: string): string {
  return html.replace(/<(?:[^">]|"[^"]*")*>|>/g, (found) => (found === ">" ? "&#x3E;" : found));
}

/** Escapes the value of a double-quoted attribute as the pipeline's serializer does. */
export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;");
}

/*
 * Slots pass through the pipeline as markers with U+0000. Authors cannot write one, because CommonMark 0.31 § 2.3 replaces U+0000 in
 * any input by U+FFFD. The serializer writes it as `&#x0;` in attributes and unchanged in text.
 */

/** The marker before every id. */
export const PREFIX_MARKER = "\0p\0";

/** The marker of a slot: the `href` of a link, the text of an image, or the text of a `div` for an embedded part. */
export function slotMarker(index: number): string {
  return `\0${index}\0`;
}

const NUL = "\0";
const MARKERS = new RegExp(` href="&#x0;(\\d+)&#x0;"|(&#x0;p&#x0;)|<div>${NUL}(\\d+)${NUL}</div>|${NUL}(\\d+)${NUL}`, "g");

/** Splits serialized HTML at its markers. */
export function cutAtMarkers(html: string, slots: readonly (LinkSlot | ImageSlot | EmbedSlot)[]): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let last = 0;
  for (const match of html.matchAll(MARKERS)) {
    const slot = match[2] ? ({ kind: "prefix" } as const) : slots[Number(match[1] ?? match[3] ?? match[4])];
    if (match.index > last) pieces.push(html.slice(last, match.index));
    if (slot) pieces.push(slot);
    last = match.index + match[0].length;
  }
  if (last < html.length) pieces.push(html.slice(last));
  return pieces;
}

/** Nodes whose children are blocks, each of which takes a line. */
const CONTAINERS = new Set(["root", "blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/**
 * Replaces line breaks, and the blanks around them, by single spaces. Each run of blanks is matched once, otherwise megabytes of them
 * would take forever.
 */
export function inOneLine(text: string): string {
  return text.replace(/(?<![ \t])[ \t]+\n[ \t]*|\n[ \t]*/g, " ");
}

/**
 * The text of a node as readers see it: without markup, soft line breaks as spaces, one line for each block, table cells separated by
 * tabs.
 */
export function plainText(node: Nodes): string {
  if (node.type === "break") return "\n";
  if (node.type === "text") return inOneLine(node.value);
  if ("value" in node) return node.value;
  if ("alt" in node) return node.alt ?? "";
  if (!("children" in node)) return "";
  const parts = node.children.map(plainText);
  if (CONTAINERS.has(node.type)) return parts.filter((part) => part !== "").join("\n");
  return parts.join(node.type === "tableRow" ? "\t" : "");
}
