import { relativeUrl } from "#model";
import type { SiteContext } from "./context.ts";
import { CHANGES_PATH } from "./site-changes.ts";

/** Pages of which a site has one, in the order of the sidebar. */
interface Singleton {
  readonly kind: "overview" | "servers" | "security" | "tags" | "components" | "changes" | "source";
  readonly path: string;
  readonly title: string;
  /** How many things it lists; 0 where that says nothing. */
  readonly count: number;
}

/** The singletons of a site: one with nothing to show is not made. */
export function singletons({ api, words, sources, changes }: Pick<SiteContext, "api" | "words" | "sources" | "changes">): Singleton[] {
  const unused = api.components.filter(({ used }) => !used).length;
  const all: (Singleton & { readonly made: boolean })[] = [
    { kind: "overview", path: "index.html", title: words("site.overview"), count: 0, made: true },
    ...([
      ["servers", api.servers.length],
      ["security", api.securitySchemes.length],
      ["tags", api.allTags.length],
      ["components", unused],
    ] as const).map(([kind, count]) => ({ kind, path: `${kind}.html`, title: words(`site.${kind}`), count, made: count > 0 })),
    { kind: "changes", path: CHANGES_PATH, title: words("site.changes"), count: 0, made: changes !== undefined },
    { kind: "source", path: sources.files[0]?.parts[0]?.path ?? "", title: words("site.source"), count: 0, made: sources.files.length > 0 },
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
