import { createHash } from "node:crypto";
import type { Page } from "#pages";
import type { Theme } from "#render";
import { renderPage } from "#render";

/** A page after rendering. */
export interface PreviewPage {
  readonly html: string;
  /** It stays the same as long as the page looks the same, apart from the style sheet, which is replaced without reloading. */
  readonly version: string;
}

/** One state of a site or portal for the preview. */
export interface ShownSite {
  /** The path of the style sheet in the site. */
  readonly style: string;
  /** The page at a path, including pages that only redirect; `undefined` if there is none. Throws what its template throws. */
  page(path: string): Promise<PreviewPage | undefined>;
  /** The content of any other file. */
  file(path: string): Promise<string | Uint8Array | undefined>;
  /** Stops making files, because they will not be requested again. */
  close(): void;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** How many milliseconds making files may block other work. */
const SLICE = 20;

/** Returns a function that lets other work run whenever a slice of time is used up. */
export function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  };
}

interface PagesOptions {
  readonly theme: Theme;
  readonly versionOf: (html: string) => string;
}

/** Makes pages when they are first requested. */
export class PreviewPages {
  readonly #list: () => Iterable<Page>;
  readonly #options: PagesOptions;
  readonly #made = new Map<string, PreviewPage>();
  readonly #known = new Map<string, Page>();
  #listing: Iterator<Page> | undefined;

  constructor(list: () => Iterable<Page>, options: PagesOptions) {
    this.#list = list;
    this.#options = options;
  }

  page(path: string): PreviewPage | undefined {
    const made = this.#made.get(path);
    if (made) return made;
    const page = this.#find(path);
    if (!page) return undefined;
    const html = renderPage(page, this.#options.theme);
    const fresh = { html, version: this.#options.versionOf(html) };
    this.#made.set(path, fresh);
    return fresh;
  }

  /** The Markdown twin at a path. */
  twin(path: string): string | undefined {
    const html = path.replace(/\.md$/, ".html");
    const page = html === path ? undefined : this.#find(html);
    return page?.twin?.print(page.view());
  }

  /** Finds a page. Pages are listed only as far as needed, because listing the rest may take long. */
  #find(path: string): Page | undefined {
    const known = this.#known.get(path);
    if (known) return known;
    this.#listing ??= this.#list()[Symbol.iterator]();
    for (let next = this.#listing.next(); next.done !== true; next = this.#listing.next()) {
      this.#known.set(next.value.path, next.value);
      if (next.value.path === path) return next.value;
    }
    return undefined;
  }
}
