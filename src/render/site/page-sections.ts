import type { Page, PageKind } from "#pages";
import type { Theme } from "../theme/index.ts";
import { onPaper } from "./on-paper.ts";

/** Kinds of pages that are not sections of a single document. Lists would repeat everything; the others have no use there. */
const LEFT_OUT: readonly PageKind[] = ["list", "search", "not-found"];

/** A page as a section of a single document. */
export interface PrintSection {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** Whether a page becomes a section. */
export function isSection({ kind, continues = false }: Pick<Page, "kind" | "continues">): boolean {
  return continues || !LEFT_OUT.includes(kind);
}

/** Removes landmarks. In a document of many sections, there would be too many with the same name, such as “Payload”. */
function withoutLandmarks(html: string): string {
  return html
    .replace(/<section((?: (?!aria-labelledby)[\w-]+="[^"]*")*) aria-labelledby="[^"]*"/g, "<section$1")
    .replace(/<aside((?: (?!aria-label)[\w-]+="[^"]*")*)(?: aria-label="[^"]*")?/g, "<div$1")
    .replaceAll("</aside>", "</div>");
}

/** The content of a page without its layout, with headings one level down. A brief section is for paper: it leaves out what others show in full. */
export function sectionOf(page: Page, theme: Theme, { view = page.view(), brief = false } = {}): PrintSection {
  const whole = theme.render(page.template, { ...view, bare: true, brief });
  const html = brief ? onPaper(whole, { hasMessages: page.kind === "message" || page.kind === "operation" }) : whole;
  return {
    path: page.path,
    title: page.title,
    html: withoutLandmarks(html).replace(/<(\/?)h([1-5])(?=[\s>])/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`),
  };
}

/**
 * The id of a page's section. Two pages never have the same id: paths contain no `~`, and `.` only before a page number and the
 * extension.
 */
export function sectionId(path: string): string {
  return `page.${path.replace(/\.html$/, "").replaceAll("/", ".")}`;
}

function idOf(path: string, anchor: string): string {
  return `${sectionId(path)}~${anchor}`;
}

/** The page and anchor that a relative reference leads to; `undefined` for references to other sites. */
function targetOf(page: URL, href: string): { page: string; anchor: string } | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href)) return undefined;
  const { pathname, hash } = new URL(href, page);
  return { page: decodeURIComponent(pathname.slice(1)) || "index.html", anchor: decodeURIComponent(hash.slice(1)) };
}

/** Replaces references that lead out of the document. `undefined` leaves the reference out. */
export interface Outside {
  link(page: string, anchor: string): string | undefined;
  image(path: string): string | undefined;
}

const TAG = /<[a-zA-Z](?:"[^"]*"|[^">])*>/g;
const ATTRIBUTE = / (id|for|href|src|aria-labelledby|aria-controls|aria-describedby|data-expand)="([^"]*)"/g;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const plain = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");

/** Links to what is not there lead to the section that it would be in. */
export function withoutLostAnchors(html: string): string {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => plain(id)));
  return html.replace(/ href="#(page\.[^"~]*)~([^"]*)"/g, (whole, section: string, rest: string) =>
    ids.has(decodeURIComponent(plain(`${section}~${rest}`))) ? whole : ` href="#${section}"`,
  );
}

/**
 * The HTML of a page as part of a document: ids become unique, and links to other sections become anchors. The section `top` keeps its
 * ids.
 */
export function joined(
  { path, html }: Omit<PrintSection, "title">,
  parts: ReadonlySet<string>,
  { outside, top }: { outside: Outside; top: boolean },
): string {
  const from = new URL(path.split("/").map(encodeURIComponent).join("/"), "site://x/");
  const own = (id: string): string => (top ? id : idOf(path, id));
  const link = (href: string): string | undefined => {
    const target = targetOf(from, href);
    if (!target) return href;
    const { page, anchor } = target;
    if (!parts.has(page)) return outside.link(page, anchor);
    if (page === "index.html") return anchor === "" ? "#main" : `#${encodeURIComponent(anchor)}`;
    return `#${encodeURIComponent(anchor === "" ? sectionId(page) : idOf(page, anchor))}`;
  };
  const value = (name: string, text: string): string | undefined => {
    if (name === "href") return link(text);
    const image = name === "src" ? targetOf(from, text) : undefined;
    if (image) return outside.image(image.page);
    if (name === "src") return text;
    return text.split(" ").map(own).join(" ");
  };
  return html.replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (_, name: string, text: string) => {
      const made = value(name, plain(text));
      return made === undefined ? "" : ` ${name}="${escaped(made)}"`;
    }),
  );
}
