import type { SiteContext } from "./context.ts";
import { frameView } from "./frame.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { serverView } from "./server-view.ts";
import { visible } from "./visible.ts";

/** All servers, a section each. */
export function serversPage(site: SiteContext): Page {
  const path = "servers.html";
  const title = site.words("site.servers");
  return {
    path,
    kind: "servers",
    id: null,
    title,
    template: "pages/servers",
    view() {
      const context = createPageContext(site, path);
      const servers = site.api.servers.map((server) => serverView(context, server));
      const contents = servers.slice(0, 40).map(({ anchor, name }) => [anchor, visible(name)] as const);
      return { ...frameView(context, { kind: "servers", title, contents, summary: site.words("site.servers-lead") }), servers };
    },
  };
}
