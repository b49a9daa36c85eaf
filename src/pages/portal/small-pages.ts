import { relativeUrl } from "#model";
import type { Page } from "../site/index.ts";
import type { PortalContext } from "./portal-context.ts";
import { portalFrame } from "./portal-frame.ts";

/** A small page that links to the lists of the portal. */
function smallPage(context: PortalContext, kind: "search" | "not-found", path: string): Page {
  const { words } = context;
  const title = words(`site.${kind}`);
  const places = [
    ["portal.apis", "index.html"],
    ["portal.channels", "channels.html"],
    ["portal.messages", "messages.html"],
    ["portal.map", "map.html"],
  ] as const;
  return {
    path,
    kind,
    id: null,
    title,
    template: `portal/${kind}`,
    view: () => ({
      ...portalFrame({ ...context, path }, { kind, title }),
      places: places.map(([word, file]) => ({ text: words(word), href: relativeUrl(path, file) })),
    }),
  };
}

/** The search page. Without script it says where to look. */
export function searchPage(context: PortalContext): Page {
  return smallPage(context, "search", "search.html");
}

/**
 * The page for addresses that do not exist. A server may show it at any address, so its links may not work, but its words must make
 * sense.
 */
export function notFoundPage(context: PortalContext): Page {
  return smallPage(context, "not-found", "404.html");
}
