import { statSync } from "node:fs";
import { FULL_TEXT_PATH, PRINT_PATH } from "#pages";
import type { MadeSite } from "#run";
import { filesOf } from "#run";
import { readFile } from "#text";
import type { PreviewPage, ShownSite } from "./preview-pages.ts";
import { hashOf, PreviewPages, slices } from "./preview-pages.ts";

/** Whether a file can only be made after all pages. */
function isOfAllPages(path: string): boolean {
  return path.startsWith("search/") || ["manifest.json", FULL_TEXT_PATH, PRINT_PATH].includes(path);
}

function stamp(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return "absent";
  }
}

/** One state of the site. Its pages and files are made when they are first requested. */
export class PreviewSite implements ShownSite {
  readonly #made: MadeSite;
  readonly #pages: PreviewPages;
  #others: Iterator<{ readonly path: string; readonly contents: string }> | undefined;
  readonly #found = new Map<string, string>();
  #rest: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;
  #closed = false;

  constructor(made: MadeSite) {
    this.#made = made;
    this.#pages = new PreviewPages(() => made.site.pages(), { theme: made.theme, versionOf: (html) => this.#versionOf(html) });
  }

  get style(): string {
    return this.#made.theme.assets.style.path;
  }

  async page(path: string): Promise<PreviewPage | undefined> {
    const page = this.#pages.page(path);
    if (page) return page;
    const contents = path.endsWith(".html") ? await this.file(path) : undefined;
    return typeof contents === "string" ? { html: contents, version: hashOf(contents) } : undefined;
  }

  /** A file of the site. What takes long, such as the search index, is made in slices. */
  async file(path: string): Promise<string | Uint8Array | undefined> {
    const { made, others } = this.#made.theme.assets;
    const own = [...made, ...others].find((asset) => asset.path === path);
    if (own) return own.contents;
    const copied = this.#made.assets().find((asset) => asset.path === path);
    if (copied) {
      const contents = readFile(copied.source, { root: copied.source });
      return "problem" in contents ? undefined : contents;
    }
    if (isOfAllPages(path)) {
      this.#rest ??= this.#makeRest();
      return (await this.#rest).get(path);
    }
    const twin = this.#pages.twin(path);
    if (twin !== undefined) return twin;
    // Every browser requests it on every site.
    return path === "favicon.ico" ? undefined : this.#findOther(path);
  }

  close(): void {
    this.#closed = true;
  }

  /** Makes further files one after the other until the requested one is found. */
  async #findOther(path: string): Promise<string | undefined> {
    const pause = slices();
    for (;;) {
      const known = this.#found.get(path);
      if (known !== undefined || this.#closed) return known;
      this.#others ??= this.#made.site.files()[Symbol.iterator]();
      const next = this.#others.next();
      if (next.done === true) return this.#found.get(path);
      this.#found.set(next.value.path, next.value.contents);
      await pause();
    }
  }

  async #makeRest(): Promise<ReadonlyMap<string, string | Uint8Array>> {
    const rest = new Map<string, string | Uint8Array>();
    const pause = slices();
    for (const { path, contents } of await filesOf(this.#made)) {
      if (isOfAllPages(path)) rest.set(path, contents);
      await pause();
      if (this.#closed) break;
    }
    return rest;
  }

  /** The version of a page. Images keep their names when they change, so the images that the page shows count too. */
  #versionOf(html: string): string {
    const shown = this.#made.assets().filter(({ path }) => html.includes(path.slice(path.lastIndexOf("/") + 1)));
    return hashOf([html.replaceAll(this.style, "style"), ...shown.map(({ source }) => stamp(source))].join("\n"));
  }
}
