import { createHash } from "node:crypto";
import type { OutputFile } from "#output";
import type { Page, Site } from "#pages";
import { counted } from "#text";
import type { Theme } from "../theme/index.ts";
import type { RenderedSite } from "./render-site.ts";
import { contained, failureOn } from "./render-site.ts";
import { isSection, joined, sectionId, sectionOf, type Outside, type PrintSection } from "./page-sections.ts";

/** The limits of a single file. Beyond either, a site serves readers better. */
const singleFileLimits = { sections: 300, characters: 8_000_000 } as const;

/** A document as one file, or the reason why it is too large. */
export type SingleFile = { readonly html: string } | { readonly tooLarge: string };

const TYPES: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
};

function dataUrl({ path, contents }: OutputFile): string | undefined {
  const type = TYPES[path.replace(/^.*\./, "").toLowerCase()];
  return type && `data:${type};base64,${Buffer.from(contents).toString("base64")}`;
}

/** Schema files. Each is embedded in the link that downloads it, because a small document has few. */
const SCHEMA_FILE = /^(?:messages|schemas)\/.*\.(?:schema\.json|avsc|raml|proto)$/;

function* schemaFiles(site: Site): Generator<readonly [path: string, url: string]> {
  for (const { path, contents } of site.files()) {
    if (SCHEMA_FILE.test(path)) yield [path, `data:application/octet-stream;base64,${Buffer.from(contents).toString("base64")}`];
  }
}

/** The pages that become sections. The overview comes last, because its layout goes around all others. */
function sectionsOf(site: Site, theme: Theme): { first: Page; sections: PrintSection[] } | { tooLarge: string } {
  const pages = [...site.pages()].filter(isSection);
  const [first, ...others] = pages;
  if (!first || pages.length > singleFileLimits.sections)
    return { tooLarge: `${counted(pages.length, "page")}, at most ${singleFileLimits.sections}` };
  const sections: PrintSection[] = [];
  let characters = 0;
  for (const page of others) {
    const tell = (error: unknown): unknown => site.failures.push(failureOn(page, error));
    const { made: section } = contained(page, (each) => sectionOf(each, theme), tell);
    characters += section.html.length;
    if (characters > singleFileLimits.characters) return { tooLarge: `over ${singleFileLimits.characters / 1e6} MB` };
    sections.push(section);
  }
  return { first, sections };
}

/** Links to a list lead to the first section of its kind. Links to files contain the file, if it is known. */
function outsideOf(sections: readonly PrintSection[], files: ReadonlyMap<string, string>): Outside {
  return {
    link(page) {
      const kind = /^([a-z]+)(?:-\d+)?\.html$/.exec(page)?.[1] ?? "";
      const section = sections.find(({ path }) => path.startsWith(`${kind}/`));
      return section ? `#${encodeURIComponent(sectionId(section.path))}` : page.endsWith(".html") ? "#main" : files.get(page);
    },
    image: (path) => files.get(path),
  };
}

/** Text for a raw element, in which nothing may end the element. In strings of CSS and scripts, an added backslash changes nothing. */
function raw(text: string | Uint8Array): string {
  return String(text).replace(/<(?=\/|!--)/g, "<\\");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

interface InlineAssets {
  readonly style: string;
  readonly head: string;
  readonly script: string;
}

/** The policy of a page, with inline code allowed by its hash and images as data (CSP 3 § 8.4). */
function policy(csp: string, { style, head, script }: InlineAssets): string {
  return csp
    .replace("script-src 'self'", `script-src ${hashOf(head)} ${hashOf(script)}`)
    .replace("style-src 'self'", `style-src ${hashOf(style)}`)
    .replace("img-src 'self'", "img-src data:");
}

/** Replaces the links to the theme's files by their content. A deferred script moves to the end of the page. */
function inlined(html: string, { style, head, script }: InlineAssets): string {
  return html
    .replace('<script src="head"></script>', () => `<script>${head}</script>`)
    .replace('<link rel="stylesheet" href="style">', () => `<style>${style}</style>`)
    .replace('<script src="script" defer></script>', "")
    .replace(/<\/body>(?![^]*<\/body>)/, () => `<script>${script}</script>\n</body>`);
}

/** A whole document as one self-contained file that looks like the site. Its policy allows inline code by hashes. */
export function renderSingleFile({ site, theme, assets }: RenderedSite): SingleFile {
  const made = sectionsOf(site, theme);
  if ("tooLarge" in made) return made;
  const { first, sections } = made;
  const { icon } = theme.assets;
  const images = new Map([...(assets?.() ?? []), ...(icon ? [icon] : [])].flatMap((file) => [[file.path, dataUrl(file) ?? ""] as const]));
  const outside = outsideOf(sections, new Map([...images, ...schemaFiles(site)]));
  const parts = new Set([first.path, ...sections.map(({ path }) => path)]);
  const more = sections.map((section) => ({
    id: sectionId(section.path),
    body: { html: joined(section, parts, { outside, top: false }) },
  }));
  const files: InlineAssets = {
    style: [theme.assets.overview, theme.assets.style, theme.assets.whole].map(({ contents }) => raw(contents)).join(""),
    head: raw(theme.assets.headScript.contents),
    script: raw(theme.assets.script.contents),
  };
  const view = first.view() as { csp?: string; contents?: readonly { href: string }[] };
  const contents = view.contents?.filter(({ href }) => href !== "#downloads");
  const own = {
    assets: { style: "style", headScript: "head", script: "script", icon: icon?.path ?? "" },
    whole: true,
    analytics: "",
    canonical: "",
    markdown: "",
    print: "",
    hand: "",
    downloads: [],
    contents,
  };
  const html = theme.render(first.template, { ...view, ...own, more, csp: policy(view.csp ?? "", files) });
  const kept: Outside = {
    ...outside,
    image: (path) => (path === "head" || path === "script" ? path : images.get(path)),
    link: (page, anchor) => (page === "style" ? page : outside.link(page, anchor)),
  };
  return { html: inlined(joined({ path: first.path, html }, parts, { outside: kept, top: true }), files) };
}
