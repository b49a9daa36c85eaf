import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import type { MadeSite } from "../build/index.ts";
import { filesOf } from "../build/index.ts";
import { renderPage } from "#render";
import type { Page } from "#pages";
import { readFile } from "#text";

/** A page as it was made. */
export interface PreviewPage {
  readonly html: string;
  /** The same as long as a reader would see the same, its style sheet apart: that is exchanged without loading the page again. */
  readonly version: string;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** How long making files may keep others waiting; milliseconds. */
const SLICE = 20;

/** Lets others have a turn when work has lasted for a slice. */
function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  };
}

/** What can only be made when all pages are. */
function isOfAllPages(path: string): boolean {
  return path.startsWith("search/") || path === "manifest.json" || path === "print.html";
}

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
  readonly #pages = new Map<string, PreviewPage>();
  readonly #known = new Map<string, Page>();
  #listing: Iterator<Page> | undefined;
  #others: Iterator<{ readonly path: string; readonly contents: string }> | undefined;
  readonly #found = new Map<string, string>();
  #rest: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;
  #closed = false;

  constructor(made: MadeSite) {
    this.#made = made;
  }

  /** The site path of the style sheet. */
  get style(): string {
    return this.#made.theme.assets.style.path;
  }

  /** A page by its path, a page that only leads on to another one too; throws what its template throws. */
  async page(path: string): Promise<PreviewPage | undefined> {
    const page = this.#pageOf(path);
    if (page) return page;
    const contents = path.endsWith(".html") ? await this.file(path) : undefined;
    return typeof contents === "string" ? { html: contents, version: hashOf(contents) } : undefined;
  }

  #pageOf(path: string): PreviewPage | undefined {
    const made = this.#pages.get(path);
    if (made) return made;
    const page = this.#known.get(path) ?? this.#findPage(path);
    if (!page) return undefined;
    const html = renderPage(page, this.#made.theme);
    const fresh = { html, version: this.#versionOf(html) };
    this.#pages.set(path, fresh);
    return fresh;
  }

  /** The page that a Markdown file is the twin of. */
  #twinned(path: string): Page | undefined {
    const html = path.replace(/\.md$/, ".html");
    return html === path ? undefined : (this.#known.get(html) ?? this.#findPage(html));
  }

  /** Lists pages until the one that was asked for is met: what stands behind it may take long to list. */
  #findPage(path: string): Page | undefined {
    this.#listing ??= this.#made.site.pages()[Symbol.iterator]();
    for (let next = this.#listing.next(); next.done !== true; next = this.#listing.next()) {
      this.#known.set(next.value.path, next.value);
      if (next.value.path === path) return next.value;
    }
    return undefined;
  }

  /** Any other file. What takes long, such as the search index, is made in slices. */
  async file(path: string): Promise<string | Uint8Array | undefined> {
    const { style, headScript, script, others } = this.#made.theme.assets;
    const own = [style, headScript, script, ...others].find((asset) => asset.path === path);
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
    const twinned = this.#twinned(path);
    if (twinned?.twin) return twinned.twin.print(twinned.view());
    // Every browser asks for it, on every site.
    return path === "favicon.ico" ? undefined : this.#findOther(path);
  }

  /** Nobody will ask again: what is being made is not made to the end. */
  close(): void {
    this.#closed = true;
  }

  /** Makes the further files one after the other until the one that was asked for is there. */
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
    for await (const { path, contents } of await filesOf(this.#made, { workers: 0 })) {
      if (isOfAllPages(path)) rest.set(path, contents);
      await pause();
      if (this.#closed) break;
    }
    return rest;
  }

  /** Images keep their names when they change, so those that a page shows count too. */
  #versionOf(html: string): string {
    const shown = this.#made.assets().filter(({ path }) => html.includes(path.slice(path.lastIndexOf("/") + 1)));
    return hashOf([html.replaceAll(this.style, "style"), ...shown.map(({ source }) => stamp(source))].join("\n"));
  }
}
