import type { SiteContext } from "./context.ts";
import { csp } from "./csp.ts";
import type { Page } from "./page.ts";
import { publicUrl } from "./public-url.ts";
import { redirectPages } from "./redirects.ts";
import { sitemap } from "./sitemap.ts";

/** A text file of the site that is no page. */
export interface SiteFile {
  readonly path: string;
  readonly contents: string;
}

/** The headers of every page for hosts that read a `_headers` file: the policy of the pages, also for what is not HTML. */
function headers({ settings }: SiteContext): string {
  const lines = [
    `Content-Security-Policy: ${csp(settings.csp)}`,
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: strict-origin-when-cross-origin",
    ...(settings.noindex ? ["X-Robots-Tag: noindex"] : []),
  ];
  return `/*\n${lines.map((line) => `  ${line}\n`).join("")}\n/*.md\n  Content-Type: text/markdown; charset=utf-8\n`;
}

/** A `robots.txt` counts at the root of a host alone (RFC 9309 § 2.3). */
function* robots(siteUrl: string): Generator<SiteFile> {
  if (new URL(siteUrl).pathname !== "/") return;
  yield { path: "robots.txt", contents: `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl(siteUrl, "sitemap.xml")}\n` };
}

/** What hosts and search engines read beside the pages. */
export function* publishingFiles(site: SiteContext, pages: readonly Pick<Page, "kind" | "path">[]): Generator<SiteFile> {
  const { settings, words } = site;
  yield { path: ".nojekyll", contents: "" };
  yield { path: "_headers", contents: headers(site) };
  yield* redirectPages({ settings, csp: csp(settings.csp), moved: words("site.moved") });
  if (settings.siteUrl === undefined || settings.noindex) return;
  yield* sitemap(settings.siteUrl, pages);
  yield* robots(settings.siteUrl);
}
