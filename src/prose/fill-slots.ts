import type { ImageSlot, LinkSlot, Rendered, Slot } from "#markdown";
import { escapeAttribute, escapeText } from "#markdown";
import type { Routes } from "#routes";
import type { ProseSite } from "./prose.ts";
import type { Resolved } from "./resolve-target.ts";

/** What fills the slots of one text. */
export interface Filling {
  readonly routes: Routes;
  readonly site: ProseSite;
  resolve(slot: LinkSlot | ImageSlot): Resolved;
}

function urlOf(resolved: Resolved, { routes, site }: Filling): string | undefined {
  switch (resolved.kind) {
    case "entity":
      return routes.href(site.from, resolved.entity);
    case "page":
      return routes.relative(site.from, resolved.page, resolved.anchor);
    case "asset":
      return routes.relative(site.from, resolved.asset.path);
    case "own":
      return routes.relative(site.from, site.from, site.prefix + resolved.id);
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

function fill(slot: Slot, filling: Filling): string {
  if (slot.kind === "prefix") return escapeAttribute(filling.site.prefix);
  const url = urlOf(filling.resolve(slot), filling);
  return slot.kind === "link" ? fillLink(slot, url) : fillImage(slot, url);
}

/** The HTML of a text on one page. */
export function fillSlots({ pieces }: Rendered, filling: Filling): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : fill(piece, filling))).join("");
}
