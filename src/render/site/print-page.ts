import { relativeUrl } from "#model";
import type { Page, Site } from "#pages";
import { PRINT_PATH } from "#pages";
import type { Theme } from "../theme/index.ts";
import { isSection, joined, sectionId, sectionOf, type Outside, type Section } from "./whole.ts";

/** Characters of sections on the page: no page is over 400 KB, and what comes after these stays on its own page, linked. */
const MOST_CHARACTERS = 330_000;

const outside: Outside = {
  link: (page, anchor) => relativeUrl(PRINT_PATH, page, anchor === "" ? undefined : anchor),
  image: (path) => relativeUrl(PRINT_PATH, path),
};

/** Everything on one page: collects its sections while the pages are made. */
export class PrintPage {
  readonly #theme: Theme;
  readonly #site: Site;
  readonly #sections: Section[] = [];
  #characters = 0;

  constructor(site: Site, theme: Theme) {
    this.#site = site;
    this.#theme = theme;
  }

  add(page: Page): void {
    if (page.kind === "overview" || page.kind === "source" || !isSection(page)) return;
    if (this.#characters > MOST_CHARACTERS) return;
    const section = sectionOf(page, this.#theme, { brief: true });
    this.#characters += section.html.length;
    if (this.#characters <= MOST_CHARACTERS) this.#sections.push(section);
  }

  file(assets: object): { path: string; contents: string } {
    const [first] = this.#site.pages();
    if (!first) return { path: PRINT_PATH, contents: "" };
    const parts = new Set([first.path, ...this.#sections.map(({ path }) => path)]);
    const more = this.#sections.map((section) => ({
      id: sectionId(section.path),
      body: { html: joined(section, parts, { outside, top: false }) },
    }));
    const view = { ...first.view(), more, assets, whole: true, noindex: true, canonical: "", markdown: "", print: "" };
    const html = this.#theme.render(first.template, view);
    return { path: PRINT_PATH, contents: joined({ path: first.path, html }, parts, { outside, top: true }) };
  }
}
