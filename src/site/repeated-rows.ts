import { MEGABYTE } from "#config";
import type { SiteContext } from "./context.ts";

const known = new WeakMap<SiteContext, number>();

/**
 * Rows that one page may repeat of schemas that have pages of their own: of what all pages may, in equal parts, so that a site grows with
 * its document however often its schemas refer to one another.
 */
export function repeatedRows(site: SiteContext): number {
  let rows = known.get(site);
  if (rows === undefined) known.set(site, (rows = share(site)));
  return rows;
}

function share({ api, documents, settings }: SiteContext): number {
  const pages = api.messages.length + api.schemas.length;
  const size = documents.files.reduce((sum, { text }) => sum + text.length, 0);
  return Math.floor((settings.limits.repeatedRows * Math.ceil(size / MEGABYTE)) / Math.max(1, pages));
}
