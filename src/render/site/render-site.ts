import type { BrokenLink, Links } from "../links/index.ts";
import { OwnLinks } from "../links/index.ts";
import { relativeUrl } from "#model";
import type { Page, Site } from "#pages";
import { PRINT_PATH } from "#pages";
import type { PartedPage, Theme } from "../theme/index.ts";
import { counted } from "#text";
import { PrintPage } from "./print-page.ts";
import { manifest, type ManifestPage } from "./manifest.ts";

/** A file of the site. */
export interface OutputFile {
  /** Relative to the site, `/`-separated. */
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** Links of ours that lead nowhere. A bug of ours: the site is not fit to be published. */
export class BrokenLinksError extends Error {
  readonly links: readonly BrokenLink[];

  constructor(links: readonly BrokenLink[]) {
    const some = links.slice(0, 5).map(({ page, target, reason }) => `${page} → ${target} (${reason})`);
    super(`${counted(links.length, "internal link")} ${links.length === 1 ? "leads" : "lead"} nowhere: ${some.join("; ")}`);
    this.name = "BrokenLinksError";
    this.links = links;
  }
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
      yield file;
    }
  }

  async *pages(): AsyncGenerator<OutputFile> {
    const { site, theme } = this.#given;
    const print = site.printable ? new PrintPage(site, theme) : undefined;
    for (const page of site.pages()) {
      const made = site.room.make(() => partedPage(page, theme));
      site.room.take(made.html);
      await this.#links.addPage(page.path, made);
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
    const { site, assets, known } = this.#given;
    for (const entry of site.search()) await this.#links.addEntry(entry);
    const search = this.#links.searchFiles();
    yield* this.others(site.files());
    if (assets) yield* this.others(assets());
    yield* this.others(await search);
    for (const path of known?.() ?? []) this.#links.addFile(path);
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
