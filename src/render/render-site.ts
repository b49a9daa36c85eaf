import type { Node } from "#json";
import type { BrokenLink, Links } from "#links";
import { OwnLinks, SEARCH_FOLDER } from "#links";
import { relativeUrl } from "#routes";
import type { SearchEntry } from "#search";
import type { Earlier, Page, Site, SiteNotes } from "#site";
import { PRINT_PATH } from "#site";
import type { PartedPage, Theme } from "#theme";
import { PrintPage } from "./print-page.ts";
import { manifest, type ManifestPage } from "./manifest.ts";

/** A file of the site. */
export interface OutputFile {
  /** Relative to the site, `/`-separated. */
  readonly path: string;
  /** Empty where the file stands somewhere already. */
  readonly contents: string | Uint8Array;
  /** An absolute path where it does. */
  readonly from?: string;
}

/** Links of ours that lead nowhere. A bug of ours: the site is not fit to be published. */
export class BrokenLinksError extends Error {
  readonly links: readonly BrokenLink[];

  constructor(links: readonly BrokenLink[]) {
    const some = links.slice(0, 5).map(({ page, target, reason }) => `${page} → ${target} (${reason})`);
    super(`${links.length} internal links lead nowhere: ${some.join("; ")}`);
    this.name = "BrokenLinksError";
    this.links = links;
  }
}

/** What a run knows of its site when it is made, for a later one. */
export interface Noted {
  /** How many entries the search has of the fields on each page that has any. */
  readonly fields: Readonly<Record<string, number>>;
  readonly site: SiteNotes;
}

/** What an earlier run left of a site. */
export interface Kept extends Pick<Earlier, "isSame" | "textOf"> {
  /** The absolute path of a file that is as it was. */
  at(path: string): string | undefined;
  /** The absolute path of a file that is made again, as it was. */
  was(path: string): string | undefined;
  readonly noted: Noted;
}

/** What goes into a site besides its pages. */
export interface RenderedSite {
  readonly site: Site;
  readonly theme: Theme;
  /** Further files, such as images that descriptions show; they come after the pages, which decide what they are. */
  readonly assets?: () => Iterable<OutputFile>;
  /** Files that links may lead to and that someone else writes. */
  readonly known?: () => Iterable<string>;
  /** Characters that all files together may have that are made of the documents: `SiteTooLargeError` beyond. Any number where it is not said. */
  readonly most?: number;
  /** Where files stand that are as they were in an earlier run: pages are not made again. */
  readonly kept?: Kept | undefined;
  /** Told what a later run needs to know. */
  readonly note?: ((noted: Noted) => void) | undefined;
  /** What verifies the links; here and at once where it is not said. */
  readonly links?: Links;
}

/** Where a page finds the theme's files. */
function assetsFrom(path: string, { assets: { style, headScript, script, icon } }: Theme, base?: string): object {
  const to = (file: string): string => (base === undefined ? relativeUrl(path, file) : base + relativeUrl("", file));
  return { style: to(style.path), headScript: to(headScript.path), script: to(script.path), icon: icon ? to(icon.path) : "" };
}

/** One page as HTML, and which parts of it other pages show as well. */
function partedPage(page: Page, theme: Theme): PartedPage {
  return theme.renderParted(page.template, { ...page.view(), assets: assetsFrom(page.path, theme, page.base) });
}

/** The HTML of one page. */
export function renderPage(page: Page, theme: Theme): string {
  return partedPage(page, theme).html;
}

/** Exactly what the contract of the manifest lists, whatever else the counts hold. */
function entryOf({ path, kind, id, title, examples }: Page): ManifestPage {
  if (kind !== "message" || !examples) return { path, kind, id, title };
  const { passed, failed, notChecked } = examples;
  return { path, kind, id, title, examples: { passed, failed, notChecked } };
}

/** The path of the page that an entry leads to. */
function pageOf({ href }: SearchEntry): string {
  const [page = ""] = href.split("#", 1);
  return decodeURIComponent(page);
}

function count(fields: Record<string, number>, page: string): void {
  fields[page] = (fields[page] ?? 0) + 1;
}

/** Where the files of a search index stand. */
function indexFiles(kept: Kept): string[] {
  const was = (path: string): string | undefined => kept.was(`${SEARCH_FOLDER}/${path}`);
  const numbered = (part: string): string[] => {
    const found: string[] = [];
    for (let from = was(`${part}-0.js`); from !== undefined; from = was(`${part}-${found.length}.js`)) found.push(from);
    return found;
  };
  return [was("terms.js") ?? [], numbered("hits"), numbered("titles")].flat();
}

/** The files of a site as they are made, its pages told as they go. */
class Rendering {
  readonly #given: RenderedSite;
  readonly #links: Links;
  readonly #pages: ManifestPage[] = [];
  readonly #files: string[] = [];

  constructor(given: RenderedSite) {
    this.#given = given;
    this.#links = given.links ?? new OwnLinks();
  }

  /** Files that are not pages. */
  *others(some: Iterable<OutputFile>): Generator<OutputFile> {
    for (const file of this.#given.site.room.files(some)) {
      this.#links.addFile(file.path);
      this.#files.push(file.path);
      yield this.#kept(file.path) ?? file;
    }
  }

  async *pages(): AsyncGenerator<OutputFile> {
    const { site, theme } = this.#given;
    const print = site.printable ? new PrintPage(site, theme) : undefined;
    for (const page of site.pages((path) => this.#kept(path) !== undefined)) {
      const kept = this.#kept(page.path);
      if (kept) {
        await this.#links.addKept(page.path, kept.from);
        this.#pages.push(entryOf(page));
        this.#files.push(page.path);
        yield kept;
        continue;
      }
      const made = site.room.make(() => partedPage(page, theme));
      site.room.take(made.html);
      await this.#links.addPage(page.path, { ...made, was: this.#given.kept?.was(page.path) });
      this.#pages.push(entryOf(page));
      this.#files.push(page.path);
      print?.add(page);
      yield { path: page.path, contents: made.html };
    }
    if (!print) return;
    const file = print.file(assetsFrom(PRINT_PATH, theme));
    await this.#links.addPage(file.path, { own: [file.contents], parts: [] });
    this.#files.push(file.path);
    yield file;
  }

  /** Files that are made of what all pages are, the others of the site between them: meanwhile the search index may be. */
  async *rest(): AsyncGenerator<OutputFile> {
    const { site, assets, known, kept, note } = this.#given;
    const fields = kept ? this.#searchAgain(kept) : await this.#search();
    const search = this.#links.searchFiles();
    const isKept = (path: string): boolean => this.#kept(path) !== undefined;
    const earlier = kept && {
      isKept,
      textOf: (path: string) => kept.textOf(path),
      isSame: (node: Node) => kept.isSame(node),
      notes: kept.noted.site,
    };
    yield* this.others(site.files({ earlier, note: (notes) => note?.({ fields, site: notes }) }));
    if (assets) yield* this.others(assets());
    yield* this.others(await search);
    for (const path of known?.() ?? []) this.#links.addFile(path);
  }

  /** Tells all that can be found; how many fields there are on each page. */
  async #search(): Promise<Record<string, number>> {
    const fields: Record<string, number> = {};
    for (const entry of this.#given.site.search()) {
      if (typeof entry === "number") continue;
      if (entry.kind === "field") count(fields, pageOf(entry));
      await this.#links.addEntry(entry);
    }
    return fields;
  }

  /** Tells what has changed of what can be found. Throws where there is more or less to be found on a page than there was. */
  #searchAgain(kept: Kept): Readonly<Record<string, number>> {
    const before = kept.noted.fields;
    this.#links.beginIndex(indexFiles(kept));
    const fields: Record<string, number> = {};
    let number = 0;
    for (const entry of this.#given.site.search((page) => (kept.at(page) === undefined ? undefined : (before[page] ?? 0)))) {
      if (typeof entry === "number") {
        number += entry;
        continue;
      }
      if (entry.kind === "field") count(fields, pageOf(entry));
      this.#links.replaceEntry(number, entry);
      number += 1;
    }
    const pages = [...Object.keys(before), ...Object.keys(fields)];
    const other = pages.find((page) => kept.at(page) === undefined && fields[page] !== before[page]);
    if (other !== undefined) throw new Error(`${other} has more or fewer fields than it had.`);
    return before;
  }

  #kept(path: string): (OutputFile & { readonly from: string }) | undefined {
    const from = this.#given.kept?.at(path);
    return from === undefined ? undefined : { path, contents: "", from };
  }

  /** The manifest, when every link has been found to lead somewhere. */
  async manifest(): Promise<OutputFile> {
    const broken = await this.#links.broken();
    if (broken.length > 0) throw new BrokenLinksError(broken);
    return { path: "manifest.json", contents: manifest(this.#given.site, this.#pages, [...this.#files, "manifest.json"]) };
  }
}

/**
 * All files of a site, one at a time: assets, pages in order, and last `manifest.json`, when every internal link and anchor
 * has been found to lead somewhere (`BrokenLinksError` else).
 */
export async function* renderSite(given: RenderedSite): AsyncGenerator<OutputFile> {
  const { site, theme, most = Infinity } = given;
  const { style, headScript, script, others } = theme.assets;
  site.room.limit(most);
  const rendering = new Rendering(given);
  yield* rendering.others([style, headScript, script, ...others]);
  yield* rendering.pages();
  yield* rendering.rest();
  yield await rendering.manifest();
}
