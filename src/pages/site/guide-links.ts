import type { PageContext } from "./context.ts";
import { guideTitle } from "./guide-title.ts";

/** So many guides are in the sidebar; of more, those around the current one. */
const MOST = 40;

/** The guides in the sidebar of a page. */
export function guideLinks(context: PageContext) {
  const { site, path } = context;
  const at = site.guides.findIndex((guide) => guide.path === path);
  const start = Math.max(0, Math.min(at - MOST / 2, site.guides.length - MOST));
  const items = site.guides.slice(start, start + MOST).map((guide) => ({
    href: site.routes.relative(path, guide.path),
    text: guideTitle(site, guide),
    current: guide.path === path,
  }));
  return { items, count: site.guides.length, more: site.guides.length > items.length };
}
