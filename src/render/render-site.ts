import type { Page, Site } from "#site";
import { PRINT_PATH } from "#site";
import type { PartedPage, Theme } from "#theme";
import { relativeUrl } from "#routes";
import { PrintPage } from "./print-page.ts";
import { searchFiles } from "./search-files.ts";
import { LinkLedger, type BrokenLink } from "./link-ledger.ts";
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
    super(`${links.length} internal links lead nowhere: ${some.join("; ")}`);
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

/**
 * All files of a site, one at a time: assets, pages in order, and last `manifest.json`, when every internal link and anchor
 * has been found to lead somewhere (`BrokenLinksError` else).
 */
export function* renderSite({ site, theme, assets, known, most = Infinity }: RenderedSite): Generator<OutputFile> {
  const ledger = new LinkLedger();
  const { room } = site;
  room.limit(most);
  const pages: ManifestPage[] = [];
  const files: string[] = [];
  const { style, headScript, script, others } = theme.assets;
  function* put(some: Iterable<OutputFile>): Generator<OutputFile> {
    for (const file of room.files(some)) {
      ledger.addFile(file.path);
      files.push(file.path);
      yield file;
    }
  }
  yield* put([style, headScript, script, ...others]);
  const print = site.printable ? new PrintPage(site, theme) : undefined;
  for (const page of site.pages()) {
    const made = room.make(() => partedPage(page, theme));
    room.take(made.html);
    ledger.addPage(page.path, made);
    pages.push(entryOf(page));
    files.push(page.path);
    print?.add(page);
    yield { path: page.path, contents: made.html };
  }
  if (print) {
    const file = print.file(assetsFrom(PRINT_PATH, theme));
    ledger.addPage(file.path, { own: [file.contents], parts: [] });
    files.push(file.path);
    yield file;
  }
  yield* put(searchFiles(site, ledger));
  yield* put(site.files());
  if (assets) yield* put(assets());
  for (const path of known?.() ?? []) ledger.addFile(path);
  const broken = ledger.broken();
  if (broken.length > 0) throw new BrokenLinksError(broken);
  yield { path: "manifest.json", contents: manifest(site, pages, [...files, "manifest.json"]) };
}
