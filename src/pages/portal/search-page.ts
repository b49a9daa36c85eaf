import { relativeUrl } from "#model";
import type { Page } from "../site/index.ts";
import type { PortalContext } from "./portal-context.ts";
import { portalFrame } from "./portal-frame.ts";

const PATH = "search.html";

/** What a search finds in all APIs; without script, where to look. */
export function searchPage(context: PortalContext): Page {
  const { words } = context;
  const title = words("site.search");
  const places = [
    ["portal.apis", "index.html"],
    ["portal.channels", "channels.html"],
    ["portal.messages", "messages.html"],
    ["portal.map", "map.html"],
  ] as const;
  return {
    path: PATH,
    kind: "search",
    id: null,
    title,
    template: "portal/search",
    view: () => ({
      ...portalFrame({ ...context, path: PATH }, { kind: "search", title }),
      places: places.map(([word, file]) => ({ text: words(word), href: relativeUrl(PATH, file) })),
    }),
  };
}
