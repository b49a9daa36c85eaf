import type { EmbedSlot, ImageSlot, LinkSlot, RenderedText, Slot } from "../markdown/index.ts";
import { escapeAttribute, escapeText } from "../markdown/index.ts";
import type { Routes } from "#model";
import type { ProsePart, ProseSite } from "./prose.ts";
import type { LinkTarget } from "./resolve-target.ts";

/** The functions and values that fill the slots of one text. */
export interface SlotContext {
  readonly routes: Pick<Routes, "href" | "relative">;
  readonly site: ProseSite;
  resolve(slot: LinkSlot | ImageSlot | EmbedSlot): LinkTarget;
}

/** The address of a target from a page; `undefined` if it has none. */
export function urlOf(resolved: LinkTarget, { routes, site }: Pick<SlotContext, "routes" | "site">): string | undefined {
  switch (resolved.kind) {
    case "entity":
      return routes.href(site.from, resolved.entity);
    case "page":
      return routes.relative(site.from, resolved.page, resolved.anchor);
    case "asset":
      return routes.relative(site.from, resolved.asset.path);
    case "own":
      // The prefix is encoded nowhere, because a shared part has a placeholder for it.
      return `#${site.prefix}${routes.relative(site.from, site.from, resolved.id).slice(1)}`;
    case "embed":
    case "broken":
      return undefined;
  }
}

function fillLink({ target }: LinkSlot, url: string | undefined): string {
  return url === undefined ? ` class="broken" data-target="${escapeAttribute(target)}"` : ` href="${escapeAttribute(url)}"`;
}

function fillImage({ alt, title, target }: ImageSlot, url: string | undefined): string {
  if (url === undefined) return `<span class="broken" data-target="${escapeAttribute(target)}">${escapeText(alt)}</span>`;
  const titled = title === undefined ? "" : ` title="${escapeAttribute(title)}"`;
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${titled} loading="lazy">`;
}

/** The HTML of one slot. Without a URL a link or picture becomes its label. */
export function fillSlot(slot: Slot, prefix: string, url?: string): string {
  if (slot.kind === "prefix") return escapeAttribute(prefix);
  if (slot.kind === "embed")
    return `<p><code class="broken" data-target="${escapeAttribute(slot.target)}">${escapeText(slot.target)}</code></p>`;
  return slot.kind === "link" ? fillLink(slot, url) : fillImage(slot, url);
}

function fill(slot: Slot, filling: SlotContext): string {
  const hasUrl = slot.kind === "link" || slot.kind === "image";
  return fillSlot(slot, filling.site.prefix, hasUrl ? urlOf(filling.resolve(slot), filling) : undefined);
}

/** The HTML of a text on one page. */
export function fillSlots({ pieces }: RenderedText, filling: SlotContext): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : fill(piece, filling))).join("");
}

/** The same for a text with parts of the reference: its HTML, split at these parts. */
export function fillParts({ pieces }: RenderedText, filling: SlotContext): ProsePart[] {
  const parts: ProsePart[] = [];
  let html = "";
  for (const piece of pieces) {
    const resolved = typeof piece !== "string" && piece.kind === "embed" ? filling.resolve(piece) : undefined;
    if (resolved?.kind === "embed") {
      parts.push({ html }, { embed: resolved.embed });
      html = "";
    } else html += typeof piece === "string" ? piece : fill(piece, filling);
  }
  return [...parts, { html }].filter((part) => !("html" in part) || part.html.trim() !== "");
}
