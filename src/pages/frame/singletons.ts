import type { Entity } from "#model";
import { relativeUrl, fileNames } from "#model";
import type { MergedProperty } from "#schema";
import type { Line } from "../blocks/index.ts";
import type { SiteContext, PageContext } from "./context.ts";

export const CHANGES_PATH = "changes.html";

/** The mark of a field that is new or was changed since an earlier version; empty if it is as before. */
export function fieldChange({ changes, words }: SiteContext, property: MergedProperty | undefined): Line {
  if (!changes || !property) return "";
  const [what] = property.stated.flatMap((each) => changes.fields.get(each.property.place) ?? []);
  return what === undefined ? "" : { mark: words(`site.field-${what}`, { version: changes.since }) };
}

/** The note on an entity's page that it changed, with a link to the change. */
export function changedView({ site, path }: PageContext, entity: Entity | undefined) {
  if (!site.changes || !entity) return {};
  const mark = site.changes.entities.get(`${entity.kind} ${entity.id}`);
  if (!mark) return {};
  const text = site.words(mark.isBreaking ? "site.changed-breaking" : "site.changed-since", { version: site.changes.since });
  return { changed: { href: site.routes.relative(path, CHANGES_PATH, mark.anchor), text, bad: mark.isBreaking } };
}

/** The single pages of a site in the order of the sidebar, with the number of things each lists; 0 to show none. Empty ones are left out. */
export function singletons({ api, words, sources, changes }: Pick<SiteContext, "api" | "words" | "sources" | "changes">) {
  const unused = api.components.filter(({ used }) => !used).length;
  const lists = [
    ["servers", api.servers.length],
    ["security", api.securitySchemes.length],
    ["tags", api.allTags.length],
    ["components", unused],
  ] as const;
  const all = [
    { kind: "overview", path: "index.html", count: 0, made: true },
    ...lists.map(([kind, count]) => ({ kind, path: `${kind}.html`, count, made: count > 0 })),
    { kind: "changes", path: CHANGES_PATH, count: 0, made: changes !== undefined },
    { kind: "source", path: sources.files[0]?.parts[0]?.path ?? "", count: 0, made: sources.files.length > 0 },
  ] as const;
  return all.filter(({ made }) => made).map(({ kind, path, count }) => ({ kind, path, count, title: words(`site.${kind}`) }));
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
