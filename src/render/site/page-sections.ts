import type { Page, PageKind } from "#pages";
import type { Theme } from "../theme/index.ts";

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
    .replace(/<(?:aside|nav)((?: (?!aria-label)[\w-]+="[^"]*")*)(?: aria-label="[^"]*")?/g, "<div$1")
    .replaceAll(/<\/(?:aside|nav)>/g, "</div>");
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

/** Elements that paper has no use for: controls, lines of the source, the narrow form of a picture, a schema once more as it is written. */
const OF_SCREEN: ReadonlySet<string> = new Set([
  ...["copy", "bar", "tabs", "twist", "variant-bar"],
  ...["source-link", "source-row", "schema-switch", "flow-narrow", "schema-parts", "schema-written"],
]);

const TAG_IN_PARTS = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/g;
const CLASS = / class="([^"]*)"/;
const ID = / id="([^"]*)"/;
const TO_SCHEMA = / href="\.\.\/schemas\/| href="[^"/#]+\.html"/;

/** Elements without an end tag. */
const EMPTY: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "wbr"]);

/** Decides what of a page stays on paper, tag by tag. Markup of other templates than ours stays. */
class Sieve {
  readonly #hasMessages: boolean;
  /** For each open list item: whether it is a row of a tree whose type links to the page of a schema. */
  readonly #items: boolean[] = [];
  /** The same of the root of a tree. */
  #isRootLinked = false;
  #isTypeInHead = false;
  #isInType = false;
  #samples = 0;
  #hasOwnCode = false;

  constructor(hasMessages: boolean) {
    this.#hasMessages = hasMessages;
  }

  /** Takes an end tag. */
  end(tag: string): void {
    if (tag === "li") this.#items.pop();
    if (tag === "p") this.#isInType = false;
  }

  /** Takes a start tag. Returns whether the element stays. */
  start(tag: string, attributes: string): boolean {
    const classes = (CLASS.exec(attributes)?.[1] ?? "").split(" ");
    if (!classes.every((name) => this.#isKept(name)) || (this.#samples > 1 && attributes.includes(" data-sample="))) return false;
    for (const name of classes) this.#enter(name);
    if (tag === "li") this.#items.push(false);
    if (tag === "a" && this.#isInType && TO_SCHEMA.test(attributes)) {
      if (this.#items.length === 0) this.#isRootLinked = true;
      else this.#items[this.#items.length - 1] = true;
    }
    return true;
  }

  #isKept(name: string): boolean {
    if (OF_SCREEN.has(name)) return false;
    if (name === "sample") return (this.#samples += 1) === 1;
    if (name === "at") return !this.#hasOwnCode;
    if (name === "schema-below") return this.#items.at(-1) !== true;
    const isOfRoot = (name === "schema-rows" || name === "schema-section") && this.#items.length === 0;
    return !(isOfRoot && this.#hasMessages && this.#isRootLinked);
  }

  #enter(name: string): void {
    if (name === "schema-type") this.#isInType = true;
    if (name === "commands") this.#hasOwnCode = false;
    if (name === "own") this.#hasOwnCode = true;
    if (name === "own" || name === "at" || name === "commands") this.#samples = 0;
    if (name === "fields-head" || (name === "schema-root" && !this.#isTypeInHead)) this.#isRootLinked = false;
    if (name === "fields-head" || name === "schema-root") this.#isTypeInHead = name === "fields-head";
  }
}

/**
 * The HTML of a page as it stands on paper. Of code in several languages there is the first. A schema is printed once: where a type
 * links to the page of a schema, what is below is left out, for the section of that schema has it.
 */
export function onPaper(html: string, { hasMessages }: { readonly hasMessages: boolean }): string {
  const sieve = new Sieve(hasMessages);
  const kept: string[] = [];
  let from = 0;
  let left: { readonly tag: string; depth: number } | undefined;
  let isInCode = false;
  let id = "";
  // For each open link: whether it stays.
  const links: boolean[] = [];
  for (const { 0: whole, 1: slash, 2: tag = "", 3: attributes = "", index } of html.matchAll(TAG_IN_PARTS)) {
    const isEmpty = EMPTY.has(tag) || attributes.endsWith("/");
    if (left) {
      if (tag !== left.tag || isEmpty) continue;
      left.depth += slash === "/" ? -1 : 1;
      if (left.depth > 0) continue;
      left = undefined;
      from = index + whole.length;
    } else if (tag === "a" && (slash === "/" ? links.pop() === false : isInCode || attributes.includes(` href="#${id}"`))) {
      // The names of an example lead to fields, and headings and fields to themselves, which paper cannot. The latter look as on the screen.
      const isName = slash === "" && !isInCode;
      if (slash === "") links.push(isName);
      kept.push(html.slice(from, index), isName ? "<a>" : "");
      from = index + whole.length;
    } else if (slash === "/") {
      if (tag === "pre") isInCode = false;
      sieve.end(tag);
    } else if (!sieve.start(tag, attributes)) {
      kept.push(html.slice(from, index));
      if (isEmpty) from = index + whole.length;
      else left = { tag, depth: 1 };
    } else {
      if (tag === "a") links.push(true);
      if (tag === "pre") isInCode = true;
      id = ID.exec(attributes)?.[1] ?? id;
    }
  }
  kept.push(left ? "" : html.slice(from));
  return kept.join("");
}
