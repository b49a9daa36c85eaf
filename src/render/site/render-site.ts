import { relativeUrl } from "#model";
import type { OutputFile } from "#output";
import type { Page, PageFailure, SearchSlice, Site } from "#pages";
import { PRINT_PATH, FULL_TEXT_PATH } from "#pages";
import { counted, failureReason } from "#text";
import type { BrokenLink } from "../links/index.ts";
import { Links } from "../links/index.ts";
import type { Theme } from "../theme/index.ts";
import { CopiedTexts } from "./copied-texts.ts";
import type { Outside, PrintSection } from "./page-sections.ts";
import { isSection, joined, sectionId, sectionOf, withoutLostAnchors } from "./page-sections.ts";

interface Twin {
  readonly path: string;
  readonly contents: string;
}

/** The Markdown of all pages. */
class Twins {
  readonly #twins: (Twin & Pick<Page, "kind">)[] = [];

  add(kind: Page["kind"], twin: Twin): void {
    this.#twins.push({ ...twin, kind });
  }

  /**
   * All in one text, for programs that read the whole API at once. Each page begins with its path, to which its links are relative. Lists
   * are left out: they say nothing that the pages do not.
   */
  *whole(): Generator<OutputFile> {
    const parts = this.#twins.filter(({ kind }) => kind !== "list").map(({ path, contents }) => `<!-- ${path} -->\n\n${contents}`);
    if (parts.length > 0) yield { path: FULL_TEXT_PATH, contents: parts.join("\n") };
  }

  *copied(): Generator<OutputFile> {
    const copied = new CopiedTexts();
    yield* copied.scripts(this.#twins.map(({ path, contents }) => ({ path, read: () => contents })));
    yield* copied.list();
  }
}

/** The fields of a page for the manifest. */
type ManifestPage = Pick<Page, "path" | "kind" | "id" | "title">;

/** Writes `manifest.json`: what the site is and contains, one line for each thing and page, so that two builds can be compared. */
function manifest(
  site: Pick<Site, "format" | "title" | "version" | "things">,
  pages: readonly ManifestPage[],
  files: readonly string[],
): string {
  const { format, title, version } = site;
  const things = [...site.things()].map((thing) => JSON.stringify(thing));
  const head = Object.entries({ format, title, version }).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const lines = pages.map((page) => JSON.stringify(page));
  const sorted = [...files].sort().map((file) => JSON.stringify(file));
  return `{${head.join(",")},"things":[\n${things.join(",\n")}\n],"pages":[\n${lines.join(",\n")}\n],"files":[\n${sorted.join(",\n")}\n]}\n`;
}

/** The most characters of the print page, because no page may exceed 400 KB. Sections without room are only linked. */
const MOST_CHARACTERS = 390_000;

/** The markup around a link to a section, or to a page without one. */
const LISTED = 60;

const outside: Outside = {
  link: (page, anchor) => relativeUrl(PRINT_PATH, page, anchor === "" ? undefined : anchor),
  image: (path) => relativeUrl(PRINT_PATH, path),
};

/** The print page. Collects sections while pages are made. */
class PrintPage {
  readonly #theme: Theme;
  /** The page whose layout goes around all others, and its view. */
  #first: { readonly page: Page; readonly view: object } | undefined;
  readonly #sections: PrintSection[] = [];
  /** Pages that did not fit. */
  readonly #leftOut: { readonly href: string; readonly title: string }[] = [];
  #characters = 0;

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  add(page: Page, { view, html }: MadePage, tell: (error: unknown) => void): void {
    if (!this.#first) {
      this.#first = { page, view };
      this.#characters = html.length;
    }
    if (page.kind === "overview" || page.kind === "source" || !isSection(page)) return;
    this.#characters += LISTED + page.path.length + page.title.length;
    const section =
      html.length <= 20 * MOST_CHARACTERS
        ? contained(page, (each) => sectionOf(each, this.#theme, { view: each === page ? view : each.view(), brief: true }), tell).made
        : undefined;
    // Ids are longer once they name the section.
    const characters = section ? joined(section, new Set([section.path]), { outside, top: false }).length : 0;
    if (section && this.#characters + characters <= MOST_CHARACTERS) {
      this.#characters += characters;
      this.#sections.push(section);
    } else this.#leftOut.push({ href: relativeUrl(PRINT_PATH, page.path), title: page.title });
  }

  file(assets: object): { path: string; contents: string } {
    if (!this.#first) return { path: PRINT_PATH, contents: "" };
    const { page: first, view: lead } = this.#first;
    const parts = new Set([first.path, ...this.#sections.map(({ path }) => path)]);
    const more = this.#sections.map((section) => ({
      id: sectionId(section.path),
      title: section.title,
      body: { html: joined(section, parts, { outside, top: false }) },
    }));
    const printed = { sections: more, leftOut: this.#leftOut };
    const view = {
      ...lead,
      more,
      printed,
      assets,
      whole: true,
      noindex: true,
      analytics: "",
      canonical: "",
      markdown: "",
      print: "",
      hand: "",
      feedback: "",
    };
    const html = this.#theme.render(first.template, view);
    return { path: PRINT_PATH, contents: withoutLostAnchors(joined({ path: first.path, html }, parts, { outside, top: true })) };
  }
}

/** Thrown for links without a target. This is a bug of ours, and the site must not be published. */
class BrokenLinksError extends Error {
  readonly links: readonly BrokenLink[];

  constructor(links: readonly BrokenLink[]) {
    const some = links.slice(0, 5).map(({ page, target, reason }) => `${page} → ${target} (${reason})`);
    super(`${counted(links.length, "internal link")} ${links.length === 1 ? "leads" : "lead"} nowhere: ${some.join("; ")}`);
    this.name = "BrokenLinksError";
    this.links = links;
  }
}

/** What a site is rendered from. */
export interface RenderedSite {
  readonly site: Site;
  readonly theme: Theme;
  /** Further files, such as images in descriptions. They come after the pages, which decide what is needed. */
  readonly assets?: () => Iterable<OutputFile>;
  /** Files that links may lead to, but that others write. */
  readonly known?: () => Iterable<string>;
  /**
   * The most characters that files made from the documents may have together. Beyond it, `SiteTooLargeError` is thrown. No limit by
   * default.
   */
  readonly most?: number;
}

/** Returns the link from a page to a file of the theme. */
type AssetLink = (page: string, file: string) => string;

interface AssetPlaces {
  readonly base?: string | undefined;
  readonly link?: AssetLink | undefined;
}

/** The links from a page to the theme's files. */
function assetsFrom(
  path: string,
  { assets: { style, headScript, script, notFound, changes, overview, whole, portal, icon } }: Theme,
  { base, link = relativeUrl }: AssetPlaces,
): object {
  const to = (file: string): string => (base === undefined ? link(path, file) : base + relativeUrl("", file));
  return {
    style: to(style.path),
    headScript: to(headScript.path),
    script: to(script.path),
    notFound: to(notFound.path),
    changesStyle: to(changes.path),
    overviewStyle: to(overview.path),
    wholeStyle: to(whole.path),
    portalStyle: to(portal.style.path),
    portalScript: to(portal.script.path),
    portalOwnStyle: to(portal.own.style.path),
    portalOwnScript: to(portal.own.script.path),
    icon: icon ? to(icon.path) : "",
  };
}

/** A page in all that is made of it. */
interface MadePage {
  readonly html: string;
  readonly view: object;
  readonly twin: { readonly path: string; readonly contents: string } | undefined;
}

/** Errors that are no failure of ours, or that others handle: of templates, the system, damaged parts, and sites that become too large. */
function isHandled(error: unknown): boolean {
  const isNamed = error instanceof Error && ["TemplateFault", "SiteTooLargeError", "OutputFailure", "UsageError"].includes(error.name);
  return (
    isNamed || (error instanceof RangeError && error.message === "Invalid string length") || (error instanceof Error && "errno" in error)
  );
}

/** Makes something of a page. If that is our failure, it is made of the page that says so, and `tell` is called. */
export function contained<Given extends { readonly instead?: Given | undefined }, T>(
  page: Given,
  make: (page: Given) => T,
  tell: (error: unknown) => void,
): { readonly page: Given; readonly made: T } {
  try {
    return { page, made: make(page) };
  } catch (error) {
    if (!page.instead || isHandled(error)) throw error;
    tell(error);
    return { page: page.instead, made: make(page.instead) };
  }
}

/** The failure on a page, in one line. */
export function failureOn({ path }: Pick<Page, "path">, error: unknown): PageFailure {
  return { path, reason: failureReason(error) };
}

interface Readable {
  read(): string;
  readonly instead?: Readable | undefined;
}

/** Files, each made once. One that we fail to make says so. */
export function* readable({ failures, files }: Pick<Site, "failures" | "files">): Generator<OutputFile> {
  for (const file of files()) {
    const { path, instead } = file;
    const given: Readable = { read: () => file.contents, instead: instead === undefined ? undefined : { read: () => instead } };
    const tell = (error: unknown): unknown => failures.push(failureOn(file, error));
    yield { path, contents: contained(given, (each) => each.read(), tell).made };
  }
}

/** One page as HTML, and its Markdown twin. */
function makePage(page: Page, theme: Theme, link?: AssetLink): MadePage {
  const view = page.view();
  const html = theme.render(page.template, { ...view, assets: assetsFrom(page.path, theme, { base: page.base, link }) });
  return { html, view, twin: page.twin && { path: page.twin.path, contents: page.twin.print(view) } };
}

/** The HTML of one page. */
export function renderPage(page: Page, theme: Theme): string {
  const html = (each: Page): string => theme.render(each.template, { ...each.view(), assets: assetsFrom(each.path, theme, each) });
  return contained(page, html, () => undefined).made;
}

/** Picks exactly the fields that the manifest's contract lists. */
function entryOf({ path, kind, id, title }: Page): ManifestPage {
  return { path, kind, id, title };
}

/** The page that a link leads to. */
function pageOf(from: string, target: string): string {
  return decodeURIComponent(new URL(target, new URL(from, "site://x/")).pathname.slice(1));
}

/** Verifies every link. What belongs on a page that could not be made is not there. */
function verify(links: Links, failures: readonly PageFailure[]): void {
  const failed = new Set(failures.map(({ path }) => path));
  const broken = links.broken().filter(({ reason, page, target }) => reason !== "no such anchor" || !failed.has(pageOf(page, target)));
  if (broken.length > 0) throw new BrokenLinksError(broken);
}

/** Makes the files of a site, and passes each page to the link check. */
class SiteRenderer {
  readonly #given: RenderedSite;
  readonly #links = new Links();
  readonly #pages: ManifestPage[] = [];
  readonly #files: string[] = [];

  constructor(given: RenderedSite) {
    this.#given = given;
  }

  /** Passes on files that are not pages. */
  *others(some: Iterable<OutputFile>): Generator<OutputFile> {
    for (const file of this.#given.site.room.files(some)) {
      this.#links.addFile(file.path);
      this.#files.push(file.path);
      yield file;
    }
  }

  *pages({ copies = true } = {}): Generator<OutputFile> {
    const { site, theme } = this.#given;
    const { assetLink: link } = site;
    const print = site.printable ? new PrintPage(theme) : undefined;
    const twins = new Twins();
    for (const planned of site.pages()) {
      const tell = (error: unknown): unknown => site.failures.push(failureOn(planned, error));
      const { page, made } = contained(planned, (each) => site.room.make(() => makePage(each, theme, link)), tell);
      site.room.take(made.html);
      this.#links.addPage(page.path, made.html);
      this.#pages.push(entryOf(page));
      this.#files.push(page.path);
      print?.add(page, made, tell);
      if (made.twin) twins.add(page.kind, made.twin);
      yield { path: page.path, contents: made.html };
      if (made.twin) yield* this.others([made.twin]);
    }
    yield* this.others(twins.whole());
    // A part has slots in its texts. The portal makes these scripts once they are filled.
    if (copies) yield* this.others(twins.copied());
    if (!print) return;
    const file = print.file(assetsFrom(PRINT_PATH, theme, { link }));
    this.#links.addPage(file.path, file.contents);
    this.#files.push(file.path);
    yield file;
  }

  entries(): void {
    const { site } = this.#given;
    try {
      for (const entry of site.search()) this.#links.addEntry(entry);
    } catch (error) {
      if (isHandled(error)) throw error;
      site.failures.push(failureOn({ path: "the search" }, error));
    }
  }

  /** The search entries of a part, to be merged into the index of its portal. */
  slice(): SearchSlice {
    return this.#links.searchSlice();
  }

  searchFiles(): Iterable<OutputFile> {
    return this.#links.searchFiles(this.#given.site.words);
  }

  /** Makes the files that need to know all pages, and among them those of the search. */
  *rest(search: Iterable<OutputFile>): Generator<OutputFile> {
    const { site, assets, known } = this.#given;
    yield* this.others(readable(site));
    if (assets) yield* this.others(assets());
    yield* this.others(search);
    for (const path of known?.() ?? []) this.#links.addFile(path);
  }

  /** Makes the manifest, after verifying every link. */
  manifest(): OutputFile {
    verify(this.#links, this.#given.site.failures);
    return { path: "manifest.json", contents: manifest(this.#given.site, this.#pages, [...this.#files, "manifest.json"]) };
  }
}

/**
 * All files of a site, one at a time: assets, pages in order, and `manifest.json` last, after every internal link and anchor was
 * verified. Throws `BrokenLinksError` if one has no target.
 */
export function* renderSite(given: RenderedSite): Generator<OutputFile> {
  const { site, theme, most = Infinity } = given;
  const { made, others } = theme.assets;
  site.room.limit(most);
  const rendering = new SiteRenderer(given);
  yield* rendering.others([...made, ...others]);
  yield* rendering.pages();
  rendering.entries();
  yield* rendering.rest(rendering.searchFiles());
  yield rendering.manifest();
}

/** The path of the search entries in a part. */
const SLICE_PATH = "search.json";

/**
 * The files of an API in a portal. It has no files of the theme, which the portal has once, and its search entries instead of a search
 * index.
 */
export function* renderPart(given: RenderedSite): Generator<OutputFile> {
  const { site, most = Infinity } = given;
  site.room.limit(most);
  const rendering = new SiteRenderer(given);
  yield* rendering.pages({ copies: false });
  rendering.entries();
  const slice = JSON.stringify(rendering.slice());
  yield* rendering.rest([]);
  yield rendering.manifest();
  yield { path: SLICE_PATH, contents: slice };
}

/** The pages that span the APIs of a portal. */
export interface RenderedPortal {
  readonly pages: Iterable<Page>;
  /** Receives the pages on which msgdocs itself fails. */
  readonly failures: PageFailure[];
  readonly theme: Theme;
  /** Files of the portal that others write, and the anchors that pages of others have, after `#`. */
  readonly known: Iterable<string>;
}

/** The pages of a portal and their twins. Every link is verified. */
export function* renderPortal(given: RenderedPortal): Generator<OutputFile> {
  const { pages, failures, theme, known } = given;
  const links = new Links();
  for (const path of known) links.addFile(path);
  for (const planned of pages) {
    const tell = (error: unknown): unknown => failures.push(failureOn(planned, error));
    const { page, made } = contained(planned, (each) => makePage(each, theme), tell);
    const { html, twin } = made;
    links.addPage(page.path, html);
    yield { path: page.path, contents: html };
    if (!twin) continue;
    links.addFile(twin.path);
    yield twin;
  }
  verify(links, failures);
}
