import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { join, isAbsolute } from "node:path";
import { packageRoot } from "#config";
import type { Page } from "#pages";
import { escapeText } from "#prose";
import type { Theme } from "#render";
import { renderPage } from "#render";
import type { Problem, ProblemReport } from "#report";
import { readOwnFile, MOST_ON_PAGE } from "#text";
import type { HttpAnswer, Hosts } from "./send.ts";
import { contentType, Events, isOurOrigin, isOurs } from "./send.ts";

/** A page after rendering. */
export interface PreviewPage {
  readonly html: string;
  /** It stays the same as long as the page looks the same, apart from the style sheet, which is replaced without reloading. */
  readonly version: string;
}

/** One state of a site or portal for the preview. */
export interface ShownSite {
  /** The path of the style sheet in the site. */
  readonly style: string;
  /** The page at a path, including pages that only redirect; `undefined` if there is none. Throws what its template throws. */
  page(path: string): Promise<PreviewPage | undefined>;
  /** The content of any other file. */
  file(path: string): Promise<string | Uint8Array | undefined>;
  /** Stops making files, because they will not be requested again. */
  close(): void;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** How many milliseconds making files may block other work. */
const SLICE = 20;

/** Returns a function that lets other work run whenever a slice of time is used up. */
export function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  };
}

interface PagesOptions {
  readonly theme: Theme;
  readonly versionOf: (html: string) => string;
}

/** Makes pages when they are first requested. */
export class PreviewPages {
  readonly #list: () => Iterable<Page>;
  readonly #options: PagesOptions;
  readonly #made = new Map<string, PreviewPage>();
  readonly #known = new Map<string, Page>();
  #listing: Iterator<Page> | undefined;

  constructor(list: () => Iterable<Page>, options: PagesOptions) {
    this.#list = list;
    this.#options = options;
  }

  page(path: string): PreviewPage | undefined {
    const made = this.#made.get(path);
    if (made) return made;
    const page = this.#find(path);
    if (!page) return undefined;
    const html = renderPage(page, this.#options.theme);
    const fresh = { html, version: this.#options.versionOf(html) };
    this.#made.set(path, fresh);
    return fresh;
  }

  /** The Markdown twin at a path. */
  twin(path: string): string | undefined {
    const html = path.replace(/\.md$/, ".html");
    const page = html === path ? undefined : this.#find(html);
    return page?.twin?.print(page.view());
  }

  /** Finds a page. Pages are listed only as far as needed, because listing the rest may take long. */
  #find(path: string): Page | undefined {
    const known = this.#known.get(path);
    if (known) return known;
    this.#listing ??= this.#list()[Symbol.iterator]();
    for (let next = this.#listing.next(); next.done !== true; next = this.#listing.next()) {
      this.#known.set(next.value.path, next.value);
      if (next.value.path === path) return next.value;
    }
    return undefined;
  }
}

/** A request to answer: the decoded path without its first slash. */
interface PreviewRequest {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A request to refuse. */
interface RefusedRequest {
  readonly status: 400 | 403 | 405 | 414;
  readonly reason: string;
}

interface ListenAddress {
  readonly hosts: Hosts;
  readonly port: number;
}

const LONGEST = 4096;

const bad = (reason: string): RefusedRequest => ({ status: 400, reason });
const forbidden = (reason: string): RefusedRequest => ({ status: 403, reason });

const asking = {
  frame: "another site, or an editor, shows it in a frame: open the address in a browser",
  other: "another site asks",
};

/** Why a request from another site is refused. Other sites may link here, but neither read nor embed anything. */
function strangeness({ headers, headersDistinct }: IncomingMessage, { hosts, port }: ListenAddress): RefusedRequest | undefined {
  const [host = "", ...others] = headersDistinct.host ?? [];
  if (others.length > 0) return bad("more than one Host");
  if (!isOurs(host, hosts, port)) return forbidden("the Host is not this machine (see --host)");
  if (headers.origin !== undefined && !isOurOrigin(headers.origin, hosts, port)) return forbidden("the Origin is another site");
  return foreignAsking(headers);
}

function foreignAsking(headers: IncomingMessage["headers"]): RefusedRequest | undefined {
  const from = headers["sec-fetch-site"];
  const isForeign = from === "cross-site" || from === "same-site";
  // Loading a frame is navigation too, so the destination counts.
  const leads = headers["sec-fetch-mode"] === "navigate" && (headers["sec-fetch-dest"] ?? "document") === "document";
  return isForeign && !leads ? forbidden(asking[headers["sec-fetch-mode"] === "navigate" ? "frame" : "other"]) : undefined;
}

/** The path and query of a request target in origin form or absolute form (RFC 9112 § 3.2). */
function targetOf(url: string, { hosts, port }: ListenAddress): string | undefined {
  if (url.startsWith("/")) return url;
  const [, authority = "", rest = ""] = /^http:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (!isOurs(authority, hosts, port)) return undefined;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The path, decoded once; `undefined` if it is not a plain path. It is only a key of the site's content: no path ever reaches the disk. */
function decoded(path: string): string | undefined {
  try {
    const plain = decodeURIComponent(path);
    if (/[\p{Cc}\\]/u.test(plain) || plain.split("/").some((segment) => segment === "." || segment === "..")) return undefined;
    return plain;
  } catch {
    return undefined;
  }
}

/** What a request asks for, or why it is refused. Never throws. */
export function judgeRequest(request: IncomingMessage, listening: ListenAddress): PreviewRequest | RefusedRequest {
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return { status: 405, reason: "only GET and HEAD" };
  if (url.length > LONGEST) return { status: 414, reason: "the URL is too long" };
  const strange = strangeness(request, listening);
  if (strange) return strange;
  const target = targetOf(url, listening);
  if (target === undefined) return bad("the request target is no path");
  const [rest = ""] = target.split("#", 1);
  const mark = rest.indexOf("?");
  const path = decoded(mark < 0 ? rest : rest.slice(0, mark));
  if (path === undefined) return bad("the path is malformed");
  return { path: path.slice(1), query: new URLSearchParams(mark < 0 ? "" : rest.slice(mark + 1)) };
}

/** A problem for the page. All of it is shown as text. */
export interface PreviewProblem {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
  /** The place, such as `api.yaml:12:9`. */
  readonly place?: string;
  /** A link that opens the place in an editor. */
  readonly href?: string;
}

export const EDITORS: ReadonlyMap<string, string> = new Map([
  ["vscode", "vscode://file/{path}:{line}:{column}"],
  ["vscodium", "vscodium://file/{path}:{line}:{column}"],
  ["cursor", "cursor://file/{path}:{line}:{column}"],
  ["windsurf", "windsurf://file/{path}:{line}:{column}"],
  ["zed", "zed://file/{path}:{line}:{column}"],
  ["idea", "idea://open?file={path}&line={line}&column={column}"],
  ["webstorm", "webstorm://open?file={path}&line={line}&column={column}"],
  ["sublime", "subl://open?url=file://{path}&line={line}&column={column}"],
  ["textmate", "txmt://open?url=file://{path}&line={line}&column={column}"],
]);

/** URL schemes that run code in the page, or show the content of the URL as a page. */
const DANGEROUS = /^(?:javascript|data|vbscript|blob|file|about):/i;

/**
 * The URL pattern of an editor: that of a known editor by name, or a URL with {path}, {line} and {column}. `undefined` for anything
 * else.
 */
export function editorPattern(editor: string | undefined): string | undefined {
  const pattern = editor === undefined ? undefined : (EDITORS.get(editor) ?? editor);
  if (pattern === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(pattern) || DANGEROUS.test(pattern)) return undefined;
  return pattern.includes("{path}") ? pattern : undefined;
}

/** A path as part of a URL. Slashes are kept, and a Windows path starts with its drive. */
function encodedPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/^([a-z])%3A/i, "$1:");
}

function editorHref(pattern: string, { place, start }: Problem): string | undefined {
  const { id } = place.file;
  if (!isAbsolute(id)) return undefined;
  const path = encodedPath(pattern.includes("/{path}") ? id.replace(/^\//, "") : id);
  // Each placeholder is replaced once, so that a path may contain such a text.
  return pattern.replace(/\{(path|line|column)\}/g, (_, name: string) =>
    name === "path" ? path : String(name === "line" ? start.line : start.column),
  );
}

function previewProblemOf(problem: Problem, pattern: string | undefined): PreviewProblem {
  const { severity, code, message, hint, file, start } = problem;
  const href = pattern === undefined ? undefined : editorHref(pattern, problem);
  return {
    severity,
    code,
    message,
    place: `${file}:${start.line}:${start.column}`,
    ...(hint === undefined ? {} : { hint }),
    ...(href === undefined ? {} : { href }),
  };
}

/** The problems that prevent a site from being shown: errors, and warnings if they count as errors. */
export function previewProblemsOf(
  { problems }: ProblemReport,
  { strict, editor }: { strict: boolean; editor: string | undefined },
): PreviewProblem[] {
  const pattern = editorPattern(editor);
  const counting = problems.filter(({ severity }) => severity === "error" || (strict && severity === "warning"));
  return counting.map((problem) => previewProblemOf(problem, pattern));
}

/** The path prefix of the preview's own files. No page of a site can have it. */
export const OWN = "__msgdocs/";

/**
 * A page for the preview: its bytes and one script element. The script comes first, before the page's security policy, so that it may
 * listen for changes while the policy applies unchanged to everything else.
 */
function withScript(html: string, version: string): string {
  const script = `<script src="/${OWN}watch.js" data-version="${version}"></script>`;
  const at = /<head(?:\s[^>]*)?>|<!doctype[^>]*>/gi;
  const head = [...html.slice(0, 2000).matchAll(at)].at(-1);
  const end = head ? head.index + head[0].length : 0;
  return html.slice(0, end) + script + html.slice(end);
}

/**
 * Adapts the page for missing addresses to a URL that is `depth` folders deep: its links are relative to the site's root, or have the path
 * at which the site will be served. The preview is at the top of its host.
 */
function atDepth(html: string, depth: number): string {
  const [, path] = / data-root="(\/[^"]*)"/.exec(html) ?? [];
  if (path !== undefined) return html.replaceAll(`="${path}`, '="/');
  if (depth === 0) return html;
  return html.replace(/( (?:href|src|action|data-root)=")(?![a-z][a-z0-9+.-]*:|[#/])/gi, `$1${"../".repeat(depth)}`);
}

/** A page of the preview, shown if the site has none. */
function ownPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)}</title>
<link rel="stylesheet" href="/${OWN}own.css"></head>
<body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></main></body>
</html>
`;
}

const HTML = "text/html; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

/** The files of the preview itself, which are beside the bundle. */
const FILES = ["watch.js", "worker.js", "overlay.css", "own.css"] as const;

/** The text above problems. */
const LAST_GOOD = "What you see is the last good one.";
const NOTHING = "There is nothing to show until this is mended.";
const BESIDE = "What these are about is shown as it was last good, or as what could not be built. The rest is as it is now.";

const messageOf = (error: unknown): string => (error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error));

/** Shows the last good site, and over it the problems that prevent a newer one. */
export class Preview {
  readonly events = new Events();
  readonly #own = new Map<string, Uint8Array>(FILES.map((name) => [name, readOwnFile(join(packageRoot(), "preview", name))]));
  #site: ShownSite | undefined;
  #build = 0;

  /** Whether there is a good site to show. */
  get hasSite(): boolean {
    return this.#site !== undefined;
  }

  /** Shows a new site, or without one keeps the last good site. With a site, the problems are those of parts that could not be built. */
  show(site: ShownSite | undefined, troubles: readonly PreviewProblem[]): void {
    if (site) {
      this.#site?.close();
      this.#site = site;
    }
    this.#build += 1;
    const style = this.#site?.style ?? "";
    const more = Math.max(0, troubles.length - MOST_ON_PAGE);
    const lead = site ? BESIDE : this.hasSite ? LAST_GOOD : NOTHING;
    this.events.send({ build: this.#build, style, lead, troubles: troubles.slice(0, MOST_ON_PAGE), more });
  }

  /** The answer to a request for a file. It never fails. */
  async answer({ path, query }: PreviewRequest): Promise<HttpAnswer> {
    if (path === `${OWN}version`)
      return { status: 200, type: TEXT, body: (await this.#pageAt((query.get("page") ?? "").slice(1))).version };
    if (path.startsWith(OWN)) return this.#ownFile(path.slice(OWN.length));
    if (path === "" || path.endsWith("/") || path.endsWith(".html")) return this.#page(path);
    try {
      const body = await this.#site?.file(path);
      // Browsers request it unasked, and log an error if it is missing.
      if (body === undefined && path === "favicon.ico") return { status: 204, type: contentType(path), body: "" };
      return body === undefined ? await this.#page(path) : { status: 200, type: contentType(path), body };
    } catch (error) {
      return { status: 500, type: TEXT, body: `${messageOf(error)}\n` };
    }
  }

  close(): void {
    this.events.close();
    this.#site?.close();
  }

  #ownFile(name: string): HttpAnswer {
    const body = this.#own.get(name);
    return body === undefined
      ? { status: 404, type: TEXT, body: "There is no such file.\n" }
      : { status: 200, type: contentType(name), body };
  }

  async #page(path: string): Promise<HttpAnswer> {
    const { html, version, status } = await this.#pageAt(path);
    return { status, type: HTML, body: withScript(html, version) };
  }

  /**
   * The page at a path, otherwise the site's page for missing addresses, otherwise a page of the preview that says why there is no
   * site.
   */
  async #pageAt(path: string): Promise<PreviewPage & { readonly status: number }> {
    const site = this.#site;
    const waiting = "There is nothing to show yet. The page comes by itself as soon as there is.";
    if (!site) return { html: ownPage("msgdocs is waiting", waiting), version: "waiting", status: 503 };
    try {
      const page = await site.page(path === "" || path.endsWith("/") ? `${path}index.html` : path);
      if (page) return { ...page, status: 200 };
      const missing = await site.page("404.html");
      if (!missing) return { html: ownPage("There is no such page", path), version: "missing", status: 404 };
      return { html: atDepth(missing.html, path.split("/").length - 1), version: `missing-${missing.version}`, status: 404 };
    } catch (error) {
      const version = `failed-${this.#build}`;
      return { html: ownPage("This page cannot be made", messageOf(error)), version, status: 500 };
    }
  }
}
