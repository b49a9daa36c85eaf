import type { Settings } from "#config";
import type { Diagnostic } from "#text";
import { didYouMean, problem } from "#text";
import { relativeUrl } from "#model";
import { publicUrl } from "./public-url.ts";
import { escapeHtml } from "./value-html.ts";

/** An earlier page, and what leads from there to the present one. */
export interface Redirect {
  readonly path: string;
  readonly contents: string;
}

/** Folders and files that the site keeps to itself. */
const OURS = /^(?:assets|search|downloads|source)\//;

function pageOf(target: string): { page: string; anchor: string } {
  const at = target.indexOf("#");
  return at < 0 ? { page: target, anchor: "" } : { page: target.slice(0, at), anchor: target.slice(at) };
}

/** An earlier path as a file of the site: a folder means its `index.html`. */
function fileOf(from: string): string {
  const path = from.replace(/^\//, "");
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** What an earlier path must be and is not. */
function wrongPath(from: string, taken: ReadonlySet<string>): string | undefined {
  const path = fileOf(from);
  const plain = /^[\w.~@+ -]+(?:\/[\w.~@+ -]+)*\.html$/.test(path) && !path.split("/").some((part) => part.startsWith(".") || /[. ]$/.test(part));
  if (!plain) return "an earlier path of the site that ends in .html or /";
  if (OURS.test(path)) return "an earlier path outside of the folders assets, search, downloads and source";
  return taken.has(path.toLowerCase()) ? "an earlier path, and this page is still there" : undefined;
}

/** What is wrong with the redirects: each must lead from where nothing is to a page that is there. */
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
    return [problem("config/wrong-type", to, { key, expected: "a page of this site, such as index.html", hint: didYouMean(page, paths.slice(0, 2000)) })];
  });
}

interface Surroundings {
  readonly settings: Settings;
  readonly csp: string;
  readonly moved: string;
}

/** The page at an earlier path: it leads on at once, and says where to, without script. */
function redirectPage(path: string, target: string, { settings, csp, moved }: Surroundings): Redirect {
  const { page, anchor } = pageOf(target);
  const href = escapeHtml(relativeUrl(path, page) + encodeURI(anchor));
  const canonical = settings.siteUrl === undefined ? "" : `<link rel="canonical" href="${escapeHtml(publicUrl(settings.siteUrl, page))}">\n`;
  const head = `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${escapeHtml(csp)}">\n<meta name="robots" content="noindex">`;
  const refresh = `<meta http-equiv="refresh" content="0; url=${href}">`;
  const text = `<title>${escapeHtml(moved)}</title>\n</head>\n<body>\n<p>${escapeHtml(moved)} <a href="${href}">${escapeHtml(page)}</a></p>\n</body>`;
  return { path, contents: `<!doctype html>\n<html lang="${escapeHtml(settings.language)}">\n<head>\n${head}\n${refresh}\n${canonical}${text}\n</html>\n` };
}

/** The pages at all earlier paths. */
export function redirectPages(surroundings: Surroundings): Redirect[] {
  return Object.entries(surroundings.settings.redirects).map(([from, to]) => redirectPage(fileOf(from), to.value, surroundings));
}
