import type { Settings } from "#config";
import { anchorAt, relativeUrl } from "#model";
import type { Diagnostic } from "#text";
import { didYouMean, problem } from "#text";
import { escapeHtml } from "../blocks/index.ts";
import type { SiteContext } from "./context.ts";
import { csp, widestCsp } from "./frame.ts";
import type { SiteFile } from "./page.ts";
import { publicUrl } from "./singletons.ts";

/** Folders that redirects must not use. */
const OURS = /^(?:assets|search|downloads|source)\//;

function pageOf(target: string): { page: string; anchor: string } {
  const [page = "", anchor] = target.split("#");
  return { page, anchor: anchor === undefined ? "" : `#${anchor}` };
}

/** An earlier path as a file of the site: a folder means its `index.html`. */
function fileOf(from: string): string {
  const path = from.replace(/^\//, "");
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** Says what an earlier path must be; `undefined` if the path is fine. */
function wrongPath(from: string, taken: ReadonlySet<string>): string | undefined {
  const path = fileOf(from);
  const plain =
    /^[\w.~@+ -]+(?:\/[\w.~@+ -]+)*\.html$/.test(path) && !path.split("/").some((part) => part.startsWith(".") || /[. ]$/.test(part));
  if (!plain) return "an earlier path of the site that ends in .html or /";
  if (OURS.test(path)) return "an earlier path outside of the folders assets, search, downloads and source";
  return taken.has(path.toLowerCase()) ? "an earlier path, and this page is still there" : undefined;
}

/** The problems of redirects. Each must lead from a path without a page to an existing page. */
export function redirectProblems({ redirects }: Pick<Settings, "redirects">, pathsOf: () => readonly string[]): Diagnostic[] {
  if (Object.keys(redirects).length === 0) return [];
  const paths = pathsOf();
  const pages = new Set(paths);
  const taken = new Set(paths.map((path) => path.toLowerCase()));
  return Object.entries(redirects).flatMap(([from, to]) => {
    const key = `redirects.${from}`;
    const wrong = wrongPath(from, taken);
    taken.add(fileOf(from).toLowerCase());
    if (wrong !== undefined) return [problem("config/wrong-type", to, { key, expected: wrong })];
    const { page } = pageOf(to.value);
    if (pages.has(page)) return [];
    return [
      problem("config/wrong-type", to, {
        key,
        expected: "a page of this site, such as index.html",
        hint: didYouMean(page, paths.slice(0, 2000)),
      }),
    ];
  });
}

interface RedirectContext {
  readonly settings: Settings;
  readonly csp: string;
  readonly moved: string;
}

/** The page at an earlier path. It redirects at once without script, and says where to. */
function redirectPage(path: string, target: string, { settings, csp, moved }: RedirectContext): SiteFile {
  const { page, anchor } = pageOf(target);
  const href = escapeHtml(relativeUrl(path, page) + encodeURI(anchor));
  const canonical =
    settings.siteUrl === undefined ? "" : `<link rel="canonical" href="${escapeHtml(publicUrl(settings.siteUrl, page))}">\n`;
  const head = `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${escapeHtml(csp)}">\n<meta name="robots" content="noindex">`;
  const refresh = `<meta http-equiv="refresh" content="0; url=${href}">`;
  const text = `<title>${escapeHtml(moved)}</title>\n</head>\n<body>\n<p>${escapeHtml(moved)} <a href="${href}">${escapeHtml(page)}</a></p>\n</body>`;
  return {
    path,
    contents: `<!doctype html>\n<html lang="${escapeHtml(settings.language)}">\n<head>\n${head}\n${refresh}\n${canonical}${text}\n</html>\n`,
  };
}

/** The pages at all earlier paths. */
function redirectPages(surroundings: RedirectContext): SiteFile[] {
  return Object.entries(surroundings.settings.redirects).map(([from, to]) => redirectPage(fileOf(from), to.value, surroundings));
}

/**
 * What an own page would have as its path, and the home, `page#anchor`, of everything of the API that lives on the page of something else.
 * The anchors of a schema's rows follow after another `#` if they do not begin with its own.
 */
function homesOf({ api, routes }: SiteContext): Map<string, string> {
  const all = [...api.channels, ...api.messages, ...api.schemas].flatMap((thing) => {
    const anchor = routes.anchorOf(thing);
    if (anchor === undefined) return [];
    const { tree, steps } = thing.kind === "schema" ? routes.rowsOf(thing) : { tree: anchor };
    const rows = steps === undefined ? anchor : anchorAt(tree, steps);
    return [[`${routes.fileOf(thing)}.html`, `${routes.pageOf(thing)}#${anchor}${rows === anchor ? "" : `#${rows}`}`] as const];
  });
  return new Map(all);
}

/** A page of a few bytes for a host without a page for addresses that do not exist. */
function smallRedirect(path: string, home: string, { settings, words }: SiteContext): SiteFile {
  const { page, anchor } = pageOf(home);
  const href = escapeHtml(relativeUrl(path, page, anchor.slice(1)));
  const canonical = settings.siteUrl === undefined ? "" : `<link rel=canonical href="${escapeHtml(publicUrl(settings.siteUrl, page))}">`;
  const policy = `<meta charset=utf-8><meta http-equiv=Content-Security-Policy content="default-src 'none'">`;
  const moved = escapeHtml(words("site.moved"));
  const head = `<!doctype html>${policy}<meta http-equiv=refresh content="0; url=${href}">${canonical}<title>${moved}</title>`;
  return { path, contents: `${head}<a href="${href}">${moved}</a>\n` };
}

/** Where everything lives that has no page of its own: for the script of the page for addresses that do not exist, and as pages. */
export function* homeFiles(site: SiteContext): Generator<SiteFile> {
  if (site.settings.embed || site.settings.markdownOnly) return;
  const homes = homesOf(site);
  yield madeFile("homes.js", () => `window.msgdocsHomes?.(${JSON.stringify(Object.fromEntries(homes)).replaceAll("<", "\\u003c")});\n`);
  if (site.settings.redirectPages) for (const [path, home] of homes) yield smallRedirect(path, home, site);
}

/** The URLs in one sitemap file (sitemaps.org). Further ones go into the next file. */
const SITEMAP_SIZE = 50_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `sitemap.xml`; if one file cannot hold all pages, an index and several files. */
function* sitemap(siteUrl: string, pages: readonly { readonly kind: string; readonly path: string }[]): Generator<SiteFile> {
  const urls = pages
    .filter(({ kind }) => kind !== "search" && kind !== "not-found")
    .map(({ path }) => escapeHtml(publicUrl(siteUrl, path)));
  const parts = Array.from({ length: Math.ceil(urls.length / SITEMAP_SIZE) }, (_, at) =>
    urls.slice(at * SITEMAP_SIZE, (at + 1) * SITEMAP_SIZE),
  );
  const list = (some: readonly string[]): string =>
    `${HEAD}<urlset ${SPACE}>\n${some.map((url) => `<url><loc>${url}</loc></url>`).join("\n")}\n</urlset>\n`;
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

/** A file that is made when it is read. If we fail on it, it says so. */
export function madeFile(path: string, make: () => string): SiteFile {
  const error = "msgdocs failed to make this file. This is a bug of msgdocs: please report it.";
  return {
    path,
    get contents() {
      return make();
    },
    instead: /\.(?:json|yaml)$/.test(path) ? `${JSON.stringify({ error })}\n` : `${error}\n`,
  };
}

/** The `_headers` file that some hosts read: the security policy for all files, not only HTML. */
function headers({ settings }: Pick<SiteContext, "settings">): string {
  // A host sends one policy for all pages. That of each page narrows it to the servers of the page.
  const { "connect-src": connections = [], ...more } = settings.csp;
  const opened = settings.tryIt ? { ...more, "connect-src": [...connections, "ws:", "wss:"] } : settings.csp;
  const lines = [
    `Content-Security-Policy: ${widestCsp(opened)}`,
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: strict-origin-when-cross-origin",
    ...(settings.noindex ? ["X-Robots-Tag: noindex"] : []),
  ];
  const markdown = settings.markdown ? "\n/*.md\n  Content-Type: text/markdown; charset=utf-8\n" : "";
  return `/*\n${lines.map((line) => `  ${line}\n`).join("")}${markdown}`;
}

/** `robots.txt`, only if the site is at the root of its host: elsewhere it is not read (RFC 9309 § 2.3). */
function* robots(siteUrl: string): Generator<SiteFile> {
  if (new URL(siteUrl).pathname !== "/") return;
  yield { path: "robots.txt", contents: `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl(siteUrl, "sitemap.xml")}\n` };
}

/** The files for hosts and search engines. */
export function* publishingFiles(
  site: Pick<SiteContext, "settings" | "words">,
  pages: readonly { readonly kind: string; readonly path: string }[],
): Generator<SiteFile> {
  const { settings, words } = site;
  yield { path: ".nojekyll", contents: "" };
  yield { path: "_headers", contents: headers(site) };
  yield* redirectPages({ settings, csp: csp(settings.csp), moved: words("site.moved") });
  if (settings.siteUrl === undefined || settings.noindex) return;
  yield* sitemap(settings.siteUrl, pages);
  yield* robots(settings.siteUrl);
}
