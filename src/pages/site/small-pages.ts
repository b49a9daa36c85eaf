import type { Routes } from "#model";
import type { SiteContext } from "./context.ts";
import { frameView } from "./frame.ts";
import type { Page, PageKind } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { siteBase } from "./public-url.ts";
import { singletons } from "./singletons.ts";

/** The site for a page that a host shows at any address: where the site's URL is known, its links are absolute. */
function anywhere(site: SiteContext): SiteContext {
  const { siteUrl } = site.settings;
  if (siteUrl === undefined) return site;
  const { routes } = site;
  const relative: Routes["relative"] = (from, to, anchor) => {
    const url = routes.relative("", to, anchor);
    return from === to ? routes.relative(from, to, anchor) : siteBase(siteUrl) + url;
  };
  const href: Routes["href"] = (_, entity) => siteBase(siteUrl) + routes.href("", entity);
  return { ...site, routes: { ...routes, relative, href } };
}

function smallPage(site: SiteContext, kind: Extract<PageKind, "search" | "not-found">, path: string): Page {
  const title = site.words(`site.${kind}`);
  const { siteUrl } = site.settings;
  // By the path alone, so that scripts and search work on a host that shows the site before it is published.
  const anywhereOnHost = kind === "not-found" && siteUrl !== undefined ? { base: new URL(siteBase(siteUrl)).pathname } : {};
  return {
    path,
    kind,
    id: null,
    title,
    template: `pages/${kind}`,
    ...anywhereOnHost,
    view() {
      const context = createPageContext(kind === "not-found" ? anywhere(site) : site, path);
      const lists = [...site.navigation.listings.values()]
        .filter(({ entities }) => entities.length > 0)
        .map(({ kind: listed, pages, entities }) => ({
          href: context.site.routes.relative(path, pages[0] ?? ""),
          text: site.words(`site.counted-${listed}s`, { count: entities.length }),
          count: entities.length,
        }));
      const places = singletons(site).map((each) => ({ href: context.site.routes.relative(path, each.path), text: each.title }));
      const frame = frameView(context, { kind, title, summary: title });
      // The policy lets a form go to the host itself only.
      const search = "base" in anywhereOnHost ? `${anywhereOnHost.base}search.html` : frame.site.search;
      return { ...frame, ...anywhereOnHost, site: { ...frame.site, search }, places, lists };
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
