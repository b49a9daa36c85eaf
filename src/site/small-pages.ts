import type { SiteContext } from "./context.ts";
import { frameView } from "./frame.ts";
import type { Page, PageKind } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { singletons } from "./singletons.ts";

function smallPage(site: SiteContext, kind: Extract<PageKind, "search" | "not-found">, path: string): Page {
  const title = site.words(`site.${kind}`);
  return {
    path,
    kind,
    id: null,
    title,
    template: `pages/${kind}`,
    view() {
      const context = createPageContext(site, path);
      const lists = [...site.navigation.listings.values()]
        .filter(({ entities }) => entities.length > 0)
        .map(({ kind: listed, pages, entities }) => ({
          href: site.routes.relative(path, pages[0] ?? ""),
          text: site.words(`site.${listed}s`),
          count: entities.length,
        }));
      const start = singletons(site).map((each) => ({ href: site.routes.relative(path, each.path), text: each.title }));
      return { ...frameView(context, { kind, title, summary: title }), places: [...start, ...lists] };
    },
  };
}

/** The search page: with script it searches, without it leads to the lists. */
export function searchPage(site: SiteContext): Page {
  return smallPage(site, "search", "search.html");
}

/** The page for addresses that do not exist. A server shows it anywhere, so its links may not work; its words must. */
export function notFoundPage(site: SiteContext): Page {
  return smallPage(site, "not-found", "404.html");
}
