import { readCopy } from "#output";
import type { Theme } from "#render";
import type { PortalContents, PortalFile } from "#run";
import type { PreviewPage, ShownSite } from "./preview-pages.ts";
import { hashOf, PreviewPages, slices } from "./preview-pages.ts";

const bytesOf = (file: PortalFile): string | Uint8Array => ("copy" in file ? readCopy(file.copy) : file.contents);

/** One state of a portal. Pages are made when they are first requested: those of APIs from their parts, and those that span APIs. */
export class PreviewPortal implements ShownSite {
  readonly #contents: PortalContents;
  readonly #theme: Theme;
  readonly #pages: PreviewPages;
  #assets: ReadonlyMap<string, string | Uint8Array> | undefined;
  #search: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;
  #rest: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;
  #closed = false;

  constructor(contents: PortalContents, theme: Theme) {
    this.#contents = contents;
    this.#theme = theme;
    this.#pages = new PreviewPages(() => contents.site.pages(), { theme, versionOf: (html) => this.#versionOf(html, []) });
  }

  get style(): string {
    return this.#theme.assets.style.path;
  }

  async page(path: string): Promise<PreviewPage | undefined> {
    const file = this.#contents.apiFile(path);
    if (file) {
      const html = String(bytesOf(file));
      return { html, version: this.#versionOf(html, file.beside) };
    }
    const page = this.#pages.page(path);
    if (page) return page;
    const contents = path.endsWith(".html") ? await this.file(path) : undefined;
    return typeof contents === "string" ? { html: contents, version: hashOf(contents) } : undefined;
  }

  async file(path: string): Promise<string | Uint8Array | undefined> {
    const own = this.#contents.apiFile(path);
    if (own) return bytesOf(own);
    const known = this.#assetsByPath().get(path) ?? this.#pages.twin(path);
    // Every browser requests it on every site.
    if (known !== undefined || path === "favicon.ico") return known;
    const spanning = this.#contents.spanningFiles().find((file) => file.path === path);
    if (spanning) return spanning.contents;
    if (path.startsWith("search/")) {
      this.#search ??= this.#collect(this.#contents.searchFiles());
      return (await this.#search).get(path);
    }
    this.#rest ??= this.#collect(this.#contents.files());
    return (await this.#rest).get(path);
  }

  close(): void {
    this.#closed = true;
  }

  /** Makes files in slices. The files of APIs are only counted. */
  async #collect(files: Iterable<PortalFile> | AsyncIterable<PortalFile>): Promise<ReadonlyMap<string, string | Uint8Array>> {
    const found = new Map<string, string | Uint8Array>();
    const pause = slices();
    for await (const file of files) {
      if (!("copy" in file)) found.set(file.path, file.contents);
      await pause();
      if (this.#closed) break;
    }
    return found;
  }

  #assetsByPath(): ReadonlyMap<string, string | Uint8Array> {
    this.#assets ??= new Map(this.#contents.assets().map(({ path, contents }) => [path, contents]));
    return this.#assets;
  }

  /** The version of a page. Images keep their names when they change, so the images that the page shows count too. */
  #versionOf(html: string, beside: readonly (readonly [path: string, sha256: string])[]): string {
    const isShown = (path: string): boolean => html.includes(path.slice(path.lastIndexOf("/") + 1));
    const images = [...this.#assetsByPath()].filter(([path]) => path !== this.style && /\.\w+$/.test(path) && isShown(path));
    const own = beside.filter(([path]) => isShown(path)).map(([, sha256]) => sha256);
    return hashOf([html.replaceAll(this.style, "style"), ...own, ...images.map(([, contents]) => hashOf(String(contents)))].join("\n"));
  }
}
