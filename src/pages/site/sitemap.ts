import type { Page } from "./page.ts";
import { publicUrl } from "./public-url.ts";
import { escapeHtml } from "./value-html.ts";

/** The protocol's limit for one file (sitemaps.org). */
const MOST = 50_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface File {
  readonly path: string;
  readonly contents: string;
}

/** `sitemap.xml`, and where one file may not hold all pages, the index of several. */
export function* sitemap(siteUrl: string, pages: readonly Pick<Page, "kind" | "path">[]): Generator<File> {
  const urls = pages.filter(({ kind }) => kind !== "search" && kind !== "not-found").map(({ path }) => escapeHtml(publicUrl(siteUrl, path)));
  const parts = Array.from({ length: Math.ceil(urls.length / MOST) }, (_, at) => urls.slice(at * MOST, (at + 1) * MOST));
  const list = (some: readonly string[]): string => `${HEAD}<urlset ${SPACE}>\n${some.map((url) => `<url><loc>${url}</loc></url>`).join("\n")}\n</urlset>\n`;
  const [only = []] = parts;
  if (parts.length < 2) {
    yield { path: "sitemap.xml", contents: list(only) };
    return;
  }
  const files = parts.map((part, at) => ({ path: `sitemap-${at + 1}.xml`, contents: list(part) }));
  yield* files;
  const rows = files.map(({ path }) => `<sitemap><loc>${escapeHtml(publicUrl(siteUrl, path))}</loc></sitemap>`);
  yield { path: "sitemap.xml", contents: `${HEAD}<sitemapindex ${SPACE}>\n${rows.join("\n")}\n</sitemapindex>\n` };
}
