import type { PageContext, SiteContext } from "./context.ts";
import { copiesOf } from "./copies.ts";

/** What the makers of one page's parts work with. */
export function createPageContext(site: SiteContext, path: string, more: Pick<PageContext, "continued"> = {}): PageContext {
  return {
    ...more,
    site,
    path,
    href: (entity) => site.routes.href(path, entity),
    sourceHref(place) {
      const found = site.sources.locate(place);
      return found ? site.routes.relative(path, found.path, found.anchor) : "";
    },
    sourceLabel: (place) => site.sources.label(place),
    budget: { rows: site.settings.limits.schemaRows, ...copiesOf(site) },
  };
}
