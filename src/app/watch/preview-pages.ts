import { createHash } from "node:crypto";
import type { Page } from "#pages";
import type { Theme } from "#render";
import { renderPage } from "#render";

/** A page as it was made. */
export interface PreviewPage {
  readonly html: string;
  /** The same as long as a reader would see the same, its style sheet apart: that is exchanged without loading the page again. */
  readonly version: string;
}

/** One state of a site, or of a portal, as the preview shows it. */
export interface ShownSite {
  /** The site path of the style sheet. */
  readonly style: string;
  /** A page by its path, a page that only leads on to another one too; throws what its template throws. */
  page(path: string): Promise<PreviewPage | undefined>;
  /** Any other file. */
  file(path: string): Promise<string | Uint8Array | undefined>;
  /** Nobody will ask again: what is being made is not made to the end. */
  close(): void;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** How long making files may keep others waiting; milliseconds. */
const SLICE = 20;

/** Lets others have a turn when work has lasted for a slice. */
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

/** Pages that are made when they are first asked for. */
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

  /** A page as Markdown, by the path of that. */
  twin(path: string): string | undefined {
    const html = path.replace(/\.md$/, ".html");
    const page = html === path ? undefined : this.#find(html);
    return page?.twin?.print(page.view());
  }

  /** Lists pages until the one that was asked for is met: what stands behind it may take long to list. */
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
