import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { MadeSite } from "#build";
import { filesOf } from "#build";
import { renderPage } from "#render";
import type { Page } from "#site";

/** A page as it was made. */
export interface MadePage {
  readonly html: string;
  /** The same as long as a reader would see the same, its style sheet apart: that is exchanged without loading the page again. */
  readonly version: string;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** How long making files may keep others waiting; milliseconds. */
const SLICE = 20;

function stamp(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return "absent";
  }
}

/** One state of the site, whose pages and files are made when they are first asked for. */
export class PreviewSite {
  readonly #made: MadeSite;
  readonly #pages = new Map<string, MadePage>();
  #known: ReadonlyMap<string, Page> | undefined;
  #rest: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;
  #closed = false;

  constructor(made: MadeSite) {
    this.#made = made;
  }

  /** The site path of the style sheet. */
  get style(): string {
    return this.#made.theme.assets.style.path;
  }

  /** A page by its path; throws what its template throws. */
  page(path: string): MadePage | undefined {
    const made = this.#pages.get(path);
    if (made) return made;
    this.#known ??= new Map([...this.#made.site.pages()].map((page) => [page.path, page]));
    const page = this.#known.get(path);
    if (!page) return undefined;
    const html = renderPage(page, this.#made.theme);
    const fresh = { html, version: this.#versionOf(html) };
    this.#pages.set(path, fresh);
    return fresh;
  }

  /** Any other file. What can only be made of all pages, such as the search index, is made in slices. */
  async file(path: string): Promise<string | Uint8Array | undefined> {
    const { style, headScript, script, others } = this.#made.theme.assets;
    const own = [style, headScript, script, ...others].find((asset) => asset.path === path);
    if (own) return own.contents;
    const copied = this.#made.assets().find((asset) => asset.path === path);
    if (copied) return readFile(copied.source).catch(() => undefined);
    if (!path.startsWith("search/") && path !== "manifest.json") return undefined;
    this.#rest ??= this.#makeRest();
    return (await this.#rest).get(path);
  }

  /** Nobody will ask again: what is being made is not made to the end. */
  close(): void {
    this.#closed = true;
  }

  async #makeRest(): Promise<ReadonlyMap<string, string | Uint8Array>> {
    const rest = new Map<string, string | Uint8Array>();
    let began = performance.now();
    for (const { path, contents } of await filesOf(this.#made)) {
      if (path.startsWith("search/") || path === "manifest.json") rest.set(path, contents);
      if (performance.now() - began < SLICE) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#closed) break;
      began = performance.now();
    }
    return rest;
  }

  /** Images keep their names when they change, so those that a page shows count too. */
  #versionOf(html: string): string {
    const shown = this.#made.assets().filter(({ path }) => html.includes(path.slice(path.lastIndexOf("/") + 1)));
    return hashOf([html.replaceAll(this.style, "style"), ...shown.map(({ source }) => stamp(source))].join("\n"));
  }
}
