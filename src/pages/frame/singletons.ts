import { relativeUrl, fileNames } from "#model";
import type { SiteContext } from "./context.ts";
import { CHANGES_PATH } from "./site-changes.ts";

/** A page of which a site has one. */
interface Singleton {
  readonly kind: "overview" | "servers" | "security" | "tags" | "components" | "changes" | "source";
  readonly path: string;
  readonly title: string;
  /** The number of things it lists; 0 to show none. */
  readonly count: number;
}

/** The single pages of a site in the order of the sidebar. A page that would be empty is left out. */
export function singletons({ api, words, sources, changes }: Pick<SiteContext, "api" | "words" | "sources" | "changes">): Singleton[] {
  const unused = api.components.filter(({ used }) => !used).length;
  const all: (Singleton & { readonly made: boolean })[] = [
    { kind: "overview", path: "index.html", title: words("site.overview"), count: 0, made: true },
    ...(
      [
        ["servers", api.servers.length],
        ["security", api.securitySchemes.length],
        ["tags", api.allTags.length],
        ["components", unused],
      ] as const
    ).map(([kind, count]) => ({ kind, path: `${kind}.html`, title: words(`site.${kind}`), count, made: count > 0 })),
    { kind: "changes", path: CHANGES_PATH, title: words("site.changes"), count: 0, made: changes !== undefined },
    { kind: "source", path: sources.files[0]?.parts[0]?.path ?? "", title: words("site.source"), count: 0, made: sources.files.length > 0 },
  ];
  return all.filter(({ made }) => made);
}

/** The path of the page with everything on it. */
export const PRINT_PATH = "print.html";

/** The path of the Markdown of all pages in one file. */
export const FULL_TEXT_PATH = "llms-full.txt";

/** The number of things with their own page, all of which the print page would contain. */
export function printItems({ navigation, guides }: Pick<SiteContext, "navigation" | "guides">): number {
  return navigation.total + guides.length;
}

/** Whether the document is small enough for a print page. */
export function printable(site: Pick<SiteContext, "navigation" | "guides" | "settings">): boolean {
  return printItems(site) <= site.settings.limits.printItems;
}

/** The URL of the site without query and fragment, with a slash at the end, which relative references need. */
export function siteBase(siteUrl: string): string {
  return `${siteUrl.replace(/[?#][^]*$/, "").replace(/\/+$/, "")}/`;
}

/** The public URL of a path. An `index.html` is served as its folder. */
export function publicUrl(siteUrl: string, path: string): string {
  return siteBase(siteUrl) + relativeUrl("index.html", path).replace(/(^|\/)index\.html$/, "$1");
}

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/**
 * The only way from a URL in the document to an `href`: absolute http, https and mailto URLs. `undefined` for any other, which is shown
 * as text.
 */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return SCHEMES.has(protocol) ? href : undefined;
}

/** The kinds of values by which a portal lists APIs. */
export const browseKinds = ["group", "state", "protocol", "owner", "broker", "tag"] as const;
export type BrowseKind = (typeof browseKinds)[number];

/** The file name for a value. It depends only on the value, so a page of one API knows it without the other APIs. */
function fileOf(value: string): string {
  const [plain = "x"] = fileNames([value]).values();
  return fileNames([value, plain]).get(value) ?? "x";
}

/** The page of a portal that lists the APIs with a value, such as those of one owner. */
export function browsePath(kind: BrowseKind, value: string): string {
  return `browse/${kind}/${fileOf(value)}.html`;
}
