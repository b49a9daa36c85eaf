import { relativeUrl } from "#model";
import type { SiteContext } from "./context.ts";

/** Pages of which a site has one, in the order of the sidebar. */
interface Singleton {
  readonly kind: "overview" | "servers" | "security" | "tags" | "components" | "source";
  readonly path: string;
  readonly title: string;
}

/** The singletons of a site: one with nothing to show is not made. */
export function singletons({ api, words, sources }: Pick<SiteContext, "api" | "words" | "sources">): Singleton[] {
  const all: (Singleton & { readonly made: boolean })[] = [
    { kind: "overview", path: "index.html", title: words("site.overview"), made: true },
    { kind: "servers", path: "servers.html", title: words("site.servers"), made: api.servers.length > 0 },
    { kind: "security", path: "security.html", title: words("site.security"), made: api.securitySchemes.length > 0 },
    { kind: "tags", path: "tags.html", title: words("site.tags"), made: api.allTags.length > 0 },
    { kind: "components", path: "components.html", title: words("site.components"), made: api.components.some(({ used }) => !used) },
    { kind: "source", path: sources.files[0]?.parts[0]?.path ?? "", title: words("site.source"), made: sources.files.length > 0 },
  ];
  return all.filter(({ made }) => made);
}

/** Where everything stands on one page. */
export const PRINT_PATH = "print.html";

/** How many things with a page of their own the page for printing would hold. */
export function printItems({ navigation, guides }: Pick<SiteContext, "navigation" | "guides">): number {
  return navigation.total + guides.length;
}

/** Whether the document is small enough for one page of everything. */
export function printable(site: Pick<SiteContext, "navigation" | "guides" | "settings">): boolean {
  return printItems(site) <= site.settings.limits.printItems;
}

/** The URL of the site with the slash that relative references need, without query and fragment. */
export function siteBase(siteUrl: string): string {
  return `${siteUrl.replace(/[?#][^]*$/, "").replace(/\/+$/, "")}/`;
}

/** Where a path of the site will be served; a folder's `index.html` is the folder. */
export function publicUrl(siteUrl: string, path: string): string {
  return siteBase(siteUrl) + relativeUrl("index.html", path).replace(/(^|\/)index\.html$/, "$1");
}

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** The one gate from a document's URL field to an `href`: absolute http, https or mailto; anything else is shown as text. */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return SCHEMES.has(protocol) ? href : undefined;
}
