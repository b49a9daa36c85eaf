import { megabytesOf } from "#documents";
import { hasTwin } from "../blocks/index.ts";
import type { PageContext, RowBudget, SiteContext } from "./context.ts";

/** Creates the context of one page. */
export function createPageContext(
  site: SiteContext,
  path: string,
  more: Pick<PageContext, "continued" | "leftover" | "lookWeight"> = {},
): PageContext {
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
    budget: { rows: site.settings.limits.schemaRows, ...copyBudgetOf(site) },
  };
}

/** The path of a page's Markdown: its own path with another extension. `undefined` if it has none. */
export function markdownPath({ settings }: Pick<SiteContext, "settings">, path: string): string | undefined {
  return settings.markdown && hasTwin(path) ? path.replace(/\.html$/, ".md") : undefined;
}

/** What a page may show that other pages show too. */
type CopyBudget = Pick<RowBudget, "repeated" | "copied">;

/** How much more may be copied than repeated. Repeated rows end in links at names; rows without names only end when this is used up. */
const COPIES = 1.5;

/** The fewest copied rows of a page, however many pages there are, so that each shows at least the beginning of its subject. */
const LEAST_COPIES = 50;

/**
 * How many rows one page may repeat of schemas and messages that have their own pages. All pages share one total equally, so a site
 * grows with its document however often the parts of the document refer to one another.
 */
export function copyBudgetOf(site: SiteContext): CopyBudget {
  return site.memo.of(share, site);
}

function share({ api, documents, settings }: SiteContext): CopyBudget {
  const subjects = api.messages.length + api.schemas.length;
  const all = settings.limits.repeatedRows * megabytesOf(documents);
  const repeated = Math.floor(all / Math.max(1, subjects));
  // Each operation's page shows messages, so many operations may copy the same few.
  const copied = Math.floor((COPIES * all) / Math.max(1, subjects, api.operations.length));
  return { repeated, copied: Math.max(copied, Math.min(all, LEAST_COPIES)) };
}
