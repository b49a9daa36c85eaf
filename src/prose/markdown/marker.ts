import type { EmbedSlot, ImageSlot, LinkSlot, Piece } from "./rendered.ts";

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
export function cutAtMarkers(html: string, slots: readonly (LinkSlot | ImageSlot | EmbedSlot)[]): Piece[] {
  const pieces: Piece[] = [];
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
