import type { Nodes } from "mdast";
import type { EmbedSlot, ImageSlot, LinkSlot, HtmlPiece } from "./rendered.ts";

/** Text content, escaped as the pipeline does it. */
export function escapeText(text: string): string {
  return escapeClose(text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;"));
}

/** A `>` that closes nothing. HTML lets it stand; validators rightly take it for a tag that lost its beginning. */
export function escapeClose(text: string): string {
  return text.replaceAll(">", "&#x3E;");
}

/** The same in serialized HTML: whatever begins with `<` is a tag there, its attributes in double quotes. */
export function escapeCloses(html: string): string {
  return html.replace(/<(?:[^">]|"[^"]*")*>|>/g, (found) => (found === ">" ? "&#x3E;" : found));
}

/** The value of a double-quoted attribute, escaped as the pipeline's serializer does it. */
export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;");
}

/*
 * Slots travel through the pipeline as markers made of U+0000. CommonMark 0.31 § 2.3 replaces U+0000 in any input by U+FFFD,
 * so no author can write one; the serializer writes it as `&#x0;` in attributes and leaves it alone in text.
 */

/** In front of every id. */
export const PREFIX_MARKER = "\0p\0";

/** As an `href` for links, as text for images, as the text of a `div` for embeds. */
export function slotMarker(index: number): string {
  return `\0${index}\0`;
}

const NUL = "\0";
const MARKERS = new RegExp(` href="&#x0;(\\d+)&#x0;"|(&#x0;p&#x0;)|<div>${NUL}(\\d+)${NUL}</div>|${NUL}(\\d+)${NUL}`, "g");

/** Cuts serialized HTML at its markers. */
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

/** Blocks whose children are blocks: a line each. */
const CONTAINERS = new Set(["root", "blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/** Line breaks as spaces, with what is blank around them. A run of blanks is looked at once, or megabytes of them would never end. */
export function inOneLine(text: string): string {
  return text.replace(/(?<![ \t])[ \t]+\n[ \t]*|\n[ \t]*/g, " ");
}

/** What a reader sees of a node: no markup, soft line breaks as spaces, a line a block, cells apart by a tab. */
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
