import type { Thing } from "../tree/reference-things.ts";

interface Listed {
  readonly path: string;
  readonly kind: string;
  readonly id: string;
  /** Empty where the page is the thing's own. */
  readonly anchor: string;
}

interface Found {
  /** The page, with the anchor of a section where the page has several things. */
  readonly address: string;
  /** Its pages and sections, as HTML. */
  readonly html: string;
}

const LISTS: Readonly<Record<string, string>> = { server: "servers", "security-scheme": "security", tag: "tags" };

const plain = (html: string): string => html.replace(/<[^>]*>/g, "").trim();
const mainOf = (html: string): string => html.replace(/^[^]*?<main/, "").replace(/<\/main>[^]*$/, "");

/** A built site, read by nothing but its pages and their list. */
export class Site {
  readonly #files: ReadonlyMap<string, string>;
  readonly #things: readonly Listed[];
  readonly #sections: readonly { readonly names: readonly string[]; readonly kind: string; readonly found: Found }[];

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
    this.#things = (JSON.parse(files.get("manifest.json") ?? "{}") as { things: Listed[] }).things;
    this.#sections = Object.entries(LISTS).flatMap(([kind, page]) => this.#sectionsOf(kind, `${page}.html`));
  }

  #sectionsOf(kind: string, path: string) {
    const parts = mainOf(this.#files.get(path) ?? "")
      .split('<section class="item"')
      .slice(1);
    return parts.map((html) => {
      const anchor = /aria-labelledby="([^"]*)"/.exec(html)?.[1] ?? "";
      const names = [...html.matchAll(/<(?:h[23]|dd)\b[^>]*>(?:<a [^>]*>)?(?:<bdi>|<code[^>]*>)([^]*?)<\/(?:bdi|code)>/g)].map(
        ([, name = ""]) => plain(name),
      );
      return { names, kind, found: { address: `${path}#${anchor}`, html } };
    });
  }

  /** A thing by any of its names. */
  find({ kind, ids }: Thing): Found | undefined {
    if (Object.hasOwn(LISTS, kind))
      return this.#sections.find((each) => each.kind === kind && each.names.some((name) => ids.includes(name)))?.found;
    const home = this.#things.find((each) => each.kind === kind && ids.includes(each.id));
    const html = mainOf(this.#files.get(home?.path ?? "") ?? "");
    return home && { address: home.anchor === "" ? home.path : `${home.path}#${home.anchor}`, html };
  }

  textOf(thing: Thing): string {
    return this.find(thing)?.html ?? "";
  }

  /** Where a part of a page leads to: to pages, and to sections of them. What stands on the page itself needs no link. */
  #links(html: string, address: string): ReadonlySet<string> {
    const path = address.replace(/#[^]*/, "");
    const here = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => `${path}#${id}`);
    const urls = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => new URL(href.replaceAll("&#x3D;", "="), `site://x/${path}`));
    const linked = urls.flatMap(({ pathname, hash }) => [pathname.slice(1), pathname.slice(1) + hash].map(decodeURIComponent));
    return new Set([path, ...here, ...linked]);
  }

  linksOf(thing: Thing): ReadonlySet<string> {
    const found = this.find(thing);
    return this.#links(found?.html ?? "", found?.address ?? "");
  }

  /** What a thing says that it is used by: schemas and messages in a section of their own, messages also in the sentences of the head. */
  usedBy(thing: Thing): ReadonlySet<string> {
    const { html = "", address = "" } = this.find(thing) ?? {};
    if ((thing.kind !== "schema" && thing.kind !== "message") || address.includes("#")) return this.#links(html, address);
    const section = /<section aria-labelledby="used-by">[^]*?<\/section>/.exec(html)?.[0] ?? "";
    const sentences = [...html.matchAll(/<p class="used">.*?<\/p>/g)].join("");
    return this.#links((section + sentences).replace(/<svg[^]*?<\/svg>/g, ""), address);
  }
}
