import type { SiteContext } from "./context.ts";
import type { Page } from "./page.ts";
import { sectionPages } from "./section-pages.ts";
import { serverView } from "./server-view.ts";

/** All servers, a section each. */
export function serversPages(site: SiteContext): Page[] {
  return sectionPages(site, { kind: "servers", entities: site.api.servers, name: "servers", view: serverView });
}
